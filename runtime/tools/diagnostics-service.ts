import type { Diagnosis, DiagnosticsBlock, Subject } from "../diagnostics/mod.ts";
import type { Clock, FileSystem, Grammars, HostCheckers } from "../ports/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { SyntaxService } from "./syntax-service.ts";

/** What the tools ask of checkers. */
export interface DiagnosticsService {
  /** What a change broke; `undefined` when nothing ran. Never throws. */
  check(subject: Subject, signal: AbortSignal): Promise<DiagnosticsBlock | undefined>;
  /** The same with the reason where nothing ran, and whatever the settings say of writes. */
  explain(subject: Subject, signal: AbortSignal): Promise<Diagnosis>;
}

export interface DiagnosticsPorts {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly grammars: Grammars | null;
  readonly checkers: HostCheckers | null;
  readonly syntax: SyntaxService;
}

/** Loads nothing before the first file with a known extension is written. */
export function createDiagnosticsService(ports: DiagnosticsPorts, { coding }: Settings): DiagnosticsService {
  const { clock, ...tools } = ports;
  const settings = { typescript: coding.typescript_diagnostics };
  const timeoutMs = coding.diagnostics_timeout * 1000;
  const explain = async (subject: Subject, signal: AbortSignal): Promise<Diagnosis> => {
    const { diagnose } = await import("../diagnostics/mod.ts");
    return diagnose(subject, { ...tools, settings }, { clock, timeoutMs, signal });
  };
  return {
    explain,
    async check(subject, signal) {
      if (coding.post_edit_diagnostics === "off") return undefined;
      const diagnosis = await explain(subject, signal);
      return diagnosis.kind === "checked" ? diagnosis.block : undefined;
    },
  };
}
