import type { Client } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import { LibsqlConnection } from "./connection.ts";
import { prepareDatabase } from "./schema.ts";

export interface DatabaseOptions {
  /** Absolute path of the database file. Its folder must exist when the database is first used. */
  readonly path: string;
  /** Default 5 s. */
  readonly idleMs?: number;
  /** Default 5 s. */
  readonly busyTimeoutMs?: number;
  /** False: a commit does not wait for the disk, and may be lost in a power cut. Default true. */
  readonly sync?: boolean;
  /** Only look; see `ConnectionOptions`. Default false. */
  readonly look?: boolean;
  /** Called with a sentence when the database is found damaged. */
  readonly tell?: ((damage: string) => void) | undefined;
}

export interface RunOptions {
  /** False: the commit does not wait for the disk; a later one that does makes it durable too. */
  readonly sync?: boolean;
}

/** One adapter's hold on the store's database. */
export interface Database {
  /** See `LibsqlConnection.run`. Rejects with `unavailable` once this hold is closed. */
  run<T>(task: (client: Client) => Promise<T>, options?: RunOptions): Promise<T>;
  /** See `LibsqlConnection`. */
  damage(): string | null;
  /** The file that counts, as of the last task. */
  file(): string;
  /** Opened only to look. */
  readonly isLook: boolean;
  /** The connection goes with the last hold on the file. */
  close(): Promise<void>;
}

/** The checkpoint index and the memory are tables of one file, and share one connection. Opens on first use. */
export function borrowDatabase(options: DatabaseOptions): Database {
  const { path, idleMs = 5000, busyTimeoutMs = 5000, sync = true, look = false } = options;
  const prepare = (client: Client) => prepareDatabase(client, { sync });
  const key = `${look ? "look" : "use"} ${path}`;
  const shared = connections.get(key) ?? {
    connection: new LibsqlConnection(path, { idleMs, busyTimeoutMs, prepare, look }),
    users: 0,
  };
  connections.set(key, shared);
  if (options.tell) shared.connection.onDamage(options.tell);
  shared.users += 1;
  let closed = false;
  return {
    run(task, { sync: taskSync = true } = {}) {
      if (closed) return Promise.reject(new StoreError("unavailable", `store database "${path}" is closed`));
      return shared.connection.run(sync && !taskSync ? (client) => withoutSync(client, task) : task);
    },
    damage: () => shared.connection.damage,
    file: () => shared.connection.file,
    isLook: look,
    async close() {
      if (closed) return;
      closed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      connections.delete(key);
      await shared.connection.close();
    },
  };
}

/** The mode holds for the connection, which is one task's at a time; after a failure it is opened anew. */
async function withoutSync<T>(client: Client, task: (client: Client) => Promise<T>): Promise<T> {
  await client.execute("PRAGMA synchronous = NORMAL");
  const result = await task(client);
  await client.execute("PRAGMA synchronous = FULL");
  return result;
}

/** A process never writes to one file through two connections, or they would wait for each other. */
const connections = new Map<string, { readonly connection: LibsqlConnection; users: number }>();
