import { nobleHash } from "../../../adapters/hash/noble.ts";
import { decidingField, type Fingerprint, fingerprintOf } from "../../../runtime/file-state/mod.ts";
import { joinPath } from "../../../runtime/paths.ts";
import type { PlaygroundDocument, PlaygroundEvent } from "../document/mod.ts";
import { applyEvent, type Happened } from "./apply-event.ts";
import { factsOf } from "./file-facts.ts";
import { filesBelow } from "./files-below.ts";
import type { FileFacts, Frame, SeenFile } from "./frame.ts";
import type { WhatIfRules } from "./what-if-rules.ts";
import { type EngineWorkspace, openEngineWorkspace, ROOT } from "./workspace.ts";

type Start = Pick<PlaygroundDocument, "files" | "settings">;

/**
 * The states of a tree after each event. A list that only grew is folded on from where it was; any other one from the
 * start, so a state never depends on how the page came to it.
 */
export class Fold {
  readonly frames: Frame[] = [];
  /** Every content that stood in some frame, by its sha256. */
  readonly contents = new Map<string, Uint8Array>();
  readonly workspace: EngineWorkspace;
  private readonly start: string;
  private readonly done: string[] = [];
  private readonly sessions = new Set<string>();
  private readonly paths = new Set<string>();
  private held = new Map<string, { readonly bytes: Uint8Array; readonly facts: FileFacts }>();

  private constructor(workspace: EngineWorkspace, start: string) {
    this.workspace = workspace;
    this.start = start;
  }

  static async begin(document: Start, whatIf: WhatIfRules = {}): Promise<Fold> {
    const fold = new Fold(await openEngineWorkspace(document, { whatIf }), startKey(document, whatIf));
    await fold.takeFrame(null, { answer: null, trouble: null });
    return fold;
  }

  /** Whether folding these events only adds to what has been folded. */
  leadsTo(document: Start, events: readonly PlaygroundEvent[], whatIf: WhatIfRules = {}): boolean {
    if (this.done.length > events.length || this.start !== startKey(document, whatIf)) return false;
    return this.done.every((key, index) => key === JSON.stringify(events[index]));
  }

  async advance(events: readonly PlaygroundEvent[]): Promise<void> {
    for (const event of events.slice(this.done.length)) {
      this.done.push(JSON.stringify(event));
      this.workspace.clock.set(this.done.length);
      if ("session" in event) this.sessions.add(event.session);
      const happened = event.skipped ? { answer: null, trouble: null } : await applyEvent(this.workspace, event);
      await this.takeFrame(event, happened);
    }
  }

  private async takeFrame(event: PlaygroundEvent | null, happened: Happened): Promise<void> {
    const held = new Map<string, { bytes: Uint8Array; facts: FileFacts }>();
    const fingerprints = new Map<string, Fingerprint>();
    for (const path of await filesBelow(this.workspace.fs, "")) {
      const absolute = joinPath(ROOT, path);
      const stat = await this.workspace.fs.lstat(absolute);
      if (stat === null) continue;
      const bytes = await this.workspace.fs.readFile(absolute);
      const before = this.held.get(path);
      const mtimeMs = Number(stat.mtimeNs / 1_000_000n);
      const isSame = before !== undefined && sameBytes(before.bytes, bytes);
      const facts = isSame ? { ...before.facts, mtimeMs } : factsOf(path, bytes, mtimeMs, nobleHash);
      held.set(path, { bytes, facts });
      this.contents.set(facts.sha256, bytes);
      this.paths.add(path);
      const hashed = { sha256: () => facts.sha256, md5: nobleHash.md5 };
      fingerprints.set(path, fingerprintOf(stat, bytes, hashed));
    }
    this.held = held;
    this.frames.push({
      event,
      ...happened,
      files: [...held.values()].map(({ facts }) => facts).sort((a, b) => (a.path < b.path ? -1 : 1)),
      seen: this.seenNow(fingerprints),
      blobs: (await this.workspace.blobs.list()).map(({ sha256, size }) => ({ sha256, size })),
    });
  }

  private seenNow(now: ReadonlyMap<string, Fingerprint>): Record<string, Record<string, SeenFile>> {
    const { fileState } = this.workspace.runtime.contextFor({ surface: "http" });
    const bySession = [...this.sessions].sort().map((session): [string, Record<string, SeenFile>] => {
      const byPath = [...this.paths].sort().flatMap((path): [string, SeenFile][] => {
        const current = now.get(path) ?? null;
        const judged = fileState.judge(session, joinPath(ROOT, path), current);
        const { observation } = judged;
        if (current === null && observation === null) return [];
        const decidedBy = current === null || observation === null ? null : decidingField(observation, current);
        return [[path, { ...judged, current, decidedBy }]];
      });
      return [session, Object.fromEntries(byPath)];
    });
    return Object.fromEntries(bySession);
  }
}

function startKey({ files, settings }: Start, whatIf: WhatIfRules): string {
  return JSON.stringify([files, settings, whatIf.timesOnly === true, whatIf.noLock === true]);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
