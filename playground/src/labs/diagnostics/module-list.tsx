import type { Workbench } from "../../app/mod.ts";
import { type CheckedChange, MODULES, type ModuleName, sizeOf } from "../../checks/mod.ts";
import { Icon } from "../../parts/mod.ts";
import { load, loaded, loading } from "./diagnostics-results.ts";

/** Loads one module; its size stands on the button. */
export function LoadButton({ bench, name }: { readonly bench: Workbench; readonly name: ModuleName }) {
  const module = MODULES.find((one) => one.name === name);
  if (module === undefined) return null;
  const isLoading = loading.value === name;
  return (
    <button
      type="button"
      class="btn"
      data-testid={`load-${name}`}
      disabled={loading.value !== null}
      onClick={() => void load(bench, name)}
    >
      {isLoading ? "Loading" : "Load"} {module.title}, {sizeOf(module.bytes)}
    </button>
  );
}

interface ModuleListProps {
  readonly bench: Workbench;
  readonly result: CheckedChange | null;
}

/** What runs here at once, what loads on a button, and what a page cannot have. */
export function ModuleList({ bench, result }: ModuleListProps) {
  return (
    <div class="words modules" data-testid="modules">
      {result !== null && (
        <p>
          For <code>{result.path}</code>{" "}
          {result.checkers.length === 0 ? (
            "there is no checker."
          ) : (
            <>
              these are asked, and the first that is there decides: <b>{result.checkers.join(", ")}</b>.
            </>
          )}
        </p>
      )}
      <p>
        JSON, YAML and TOML are checked at once. The others load when you say so, from this site, and stay until the
        page is left. A page runs no programs, so <code>.js</code> files, which Node checks, are never checked here.
      </p>
      <ul>
        {MODULES.map(({ name, title, checks, bytes }) => (
          <li key={name}>
            <span>
              <b>{title}</b> <code>{checks}</code>
            </span>
            {loaded.value.includes(name) ? (
              <span class="is-loaded" data-tone="good" data-testid={`loaded-${name}`}>
                <Icon name="tick" />
                loaded
              </span>
            ) : (
              <button
                type="button"
                class="btn"
                disabled={loading.value !== null}
                onClick={() => void load(bench, name)}
              >
                {loading.value === name ? "Loading" : "Load"}
                <span class="sr">{title}, </span>
                {sizeOf(bytes)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
