import { dirname } from "node:path";
import ts from "typescript";
import type { ProjectCheckRequest, ProjectFinding, ProjectFindings } from "../../runtime/ports/mod.ts";
import { ProjectHost } from "./project-host.ts";

type Question = Pick<ProjectCheckRequest, "path" | "root" | "before" | "after">;

/** Warm language services, one for each tsconfig.json; the two used last are kept. */
export class ProjectServices {
  readonly #services = new Map<string, { readonly host: ProjectHost; readonly service: ts.LanguageService }>();

  check({ path, root, before, after }: Question): ProjectFindings | null {
    const config = nearestConfig(path, root);
    if (config === null) return null;
    const { host, service } = this.#open(config);
    if (!host.includes(path)) return null;
    try {
      const earlier = before === null ? null : findingsOf(service, host, path, before);
      return { before: earlier, after: findingsOf(service, host, path, after) };
    } finally {
      // The next question finds the file as it is on the disk.
      host.release(path);
    }
  }

  #open(config: string) {
    const known = this.#services.get(config);
    this.#services.delete(config);
    const host = known?.host ?? new ProjectHost(config);
    const opened = known ?? { host, service: ts.createLanguageService(host) };
    this.#services.set(config, opened);
    const [oldest] = this.#services.keys();
    if (this.#services.size > 2 && oldest !== undefined) {
      this.#services.get(oldest)?.service.dispose();
      this.#services.delete(oldest);
    }
    host.refresh();
    return opened;
  }
}

function nearestConfig(path: string, root: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const config = `${folder === "/" ? "" : folder}/tsconfig.json`;
    if (ts.sys.fileExists(config)) return config;
    if (folder === root || folder === dirname(folder)) return null;
  }
}

function findingsOf(service: ts.LanguageService, host: ProjectHost, path: string, text: string): ProjectFinding[] {
  host.put(path, text);
  const program = service.getProgram();
  if (program === undefined) throw new Error("the project cannot be read");
  const changed = program.getSourceFile(path);
  if (changed === undefined) return [];
  const files = [changed, ...importersOf(program, changed)];
  return files.flatMap(({ fileName }) =>
    [...service.getSyntacticDiagnostics(fileName), ...service.getSemanticDiagnostics(fileName)].flatMap(toFinding),
  );
}

/** Files of the project that name the changed one in an import; what they import is checked with them. */
function importersOf(program: ts.Program, changed: ts.SourceFile): ts.SourceFile[] {
  const options = program.getCompilerOptions();
  return program.getSourceFiles().filter((file) => {
    if (file === changed || file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) return false;
    return ts.preProcessFile(file.text, true, true).importedFiles.some(({ fileName }) => {
      if (!fileName.startsWith(".") && options.paths === undefined && options.baseUrl === undefined) return false;
      const found = ts.resolveModuleName(fileName, file.fileName, options, ts.sys).resolvedModule;
      return found?.resolvedFileName === changed.fileName;
    });
  });
}

function toFinding({ category, code, file, messageText, start }: ts.Diagnostic): ProjectFinding[] {
  if (category !== ts.DiagnosticCategory.Error || file === undefined) return [];
  const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
  return [{ code, message: ts.flattenDiagnosticMessageText(messageText, " "), path: file.fileName, line: line + 1 }];
}
