import type { Workbench } from "../app/mod.ts";
import { Icon } from "./icon.tsx";
import { VerdictMark } from "./letters.tsx";
import { PaneBar } from "./pane-bar.tsx";

interface TreeViewProps {
  readonly bench: Workbench;
  /** Whose verdicts stand beside the files; without one there are none. */
  readonly session?: string;
}

/** The files at the playhead by folder, and those that a session has seen and that are there no more. */
export function TreeView({ bench, session }: TreeViewProps) {
  const frame = bench.frame.value;
  const there = frame?.files.map(({ path }) => path) ?? bench.document.value.files.map(({ path }) => path);
  const seen = session === undefined ? {} : (frame?.seen[session] ?? {});
  const paths = [...new Set([...there, ...Object.keys(seen)])].sort();
  const folders = [...new Set(paths.map(folderOf))].sort();
  const open = bench.path.value;
  const fileButton = (path: string) => {
    const verdict = seen[path]?.verdict;
    return (
      <li key={path}>
        <button type="button" aria-current={path === open ? "true" : undefined} onClick={() => bench.openPath(path)}>
          <Icon name="file" />
          <span class={there.includes(path) ? "grow cut" : "grow cut gone"}>
            {path.slice(path.lastIndexOf("/") + 1)}
          </span>
          {verdict !== undefined && <VerdictMark verdict={verdict} />}
        </button>
      </li>
    );
  };
  return (
    <>
      <PaneBar title="Tree">
        <span class="grow" />
        <span class="quiet">
          {there.length} {there.length === 1 ? "file" : "files"}
        </span>
      </PaneBar>
      <nav class="tree scroll" aria-label="Files" data-testid="tree">
        <ul>
          {folders
            .filter((folder) => folder !== "")
            .map((folder) => (
              <li key={folder}>
                <span class="folder">
                  <Icon name="folder" />
                  <span class="cut">{folder}</span>
                </span>
                <ul class="inside">{paths.filter((path) => folderOf(path) === folder).map(fileButton)}</ul>
              </li>
            ))}
          {paths.filter((path) => folderOf(path) === "").map(fileButton)}
        </ul>
      </nav>
    </>
  );
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
