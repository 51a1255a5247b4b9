import { revisionOf, VERDICT_LETTERS } from "../../../../runtime/file-state/mod.ts";
import type { SeenFile } from "../../engine/mod.ts";
import type { Focus } from "./focus.ts";
import { clockTime, shortHash } from "./look-words.ts";

/** What the session remembers of the file, beside what is there: field by field, and which one decides. */
export function CompareTable({ focus: { seen, path, session } }: { readonly focus: Focus }) {
  const look = path === null ? undefined : seen[path];
  if (look === undefined || path === null) return <p class="empty">Agent {session} has nothing to compare here.</p>;
  const { observation, current, decidedBy, verdict } = look;
  const letter = VERDICT_LETTERS[verdict];
  const rows = [
    {
      field: "mtimeNs",
      name: "mtime",
      seen: clockTime(observation),
      now: current === null ? "no file" : clockTime(current),
    },
    { field: "size", name: "size", seen: sizeOf(observation), now: sizeOf(current) },
    {
      field: "contentHash",
      name: "sha256",
      seen: observation === null ? "–" : shortHash(observation.contentHash),
      now: current === null ? "no file" : shortHash(current.contentHash),
    },
  ] as const;
  const revision = current?.contentHash ?? null;
  return (
    <div class="words" data-testid="compare">
      <table class="tbl">
        <thead>
          <tr>
            <th scope="col">field</th>
            <th scope="col">it saw</th>
            <th scope="col">now</th>
            <th scope="col">decides</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, name, seen: saw, now }) => (
            <tr key={field} aria-selected={field === decidedBy}>
              <td>{field === decidedBy ? <b>{name}</b> : name}</td>
              <td class="mono">{saw}</td>
              <td class="mono">{now}</td>
              <td>
                {field === decidedBy ? (
                  <span class="named">
                    <span class="v" data-v={letter} aria-hidden="true">
                      {letter}
                    </span>
                    this
                  </span>
                ) : (
                  <span class="quiet">{saw === now ? "equal" : "a hint"}</span>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <td>part</td>
            <td>{observation === null ? "–" : observation.partial ? "a part" : "whole"}</td>
            <td>whole</td>
            <td class="quiet">never</td>
          </tr>
        </tbody>
      </table>
      <p>
        <b>{path}</b> is <b>{verdict}</b> for agent {session}
        {reasonOf(look)}
      </p>
      {revision !== null && (
        <p>
          Revision now: <code>{revisionOf(revision)}</code>. A call that sends another one is refused, whatever the
          mode.
        </p>
      )}
    </div>
  );
}

function reasonOf({ observation, current, decidedBy }: SeenFile): string {
  if (observation === null) return current === null ? "." : ": it has no look to compare with.";
  if (current === null || decidedBy === null) return ": there is no file any more.";
  if (decidedBy === "size") return ": a file of another size is another file.";
  if (decidedBy === "mtimeNs") return ": no hash was taken, so the time decides.";
  return observation.contentHash === current.contentHash
    ? ": equal bytes are the same file, whatever the clock says."
    : ": the size is the same and the bytes are not; the clock alone would prove nothing.";
}

function sizeOf(look: { readonly size: number } | null): string {
  return look === null ? "–" : look.size.toLocaleString("en");
}
