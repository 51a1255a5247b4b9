import type { CheckerFinding, Diagnosis, DiagnosticsBlock, Subject } from "../diagnostics/mod.ts";
import type { Clock, FileSystem, Grammars, HostCheckers } from "../ports/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { SyntaxService } from "./syntax-service.ts";

/** What a change broke, and whether the checker could read the text at all. */
export interface ChangeReport {
  readonly block: DiagnosticsBlock;
  /** The syntax error that the text has, new or not; null when it has none. */
  readonly syntaxError: CheckerFinding | null;
}

/** What the tools ask of checkers. */
export interface DiagnosticsService {
  /** `undefined` when nothing ran. Never throws. */
  check(subject: Subject, signal: AbortSignal): Promise<ChangeReport | undefined>;
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
    const askedMs = clock.monotonicMs();
    const { diagnose } = await import("../diagnostics/mod.ts");
    return diagnose(subject, { ...tools, settings }, { clock, timeoutMs, signal, askedMs });
  };
  return {
    explain,
    async check(subject, signal) {
      if (coding.post_edit_diagnostics === "off") return undefined;
      const diagnosis = await explain(subject, signal);
      if (diagnosis.kind === "unchecked") return undefined;
      return { block: diagnosis.block, syntaxError: diagnosis.after.find(({ blocks }) => blocks) ?? null };
    },
  };
}
