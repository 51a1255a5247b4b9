import type { Workbench } from "../../app/mod.ts";
import { PaneBar, PlanMark } from "../../parts/mod.ts";
import { toneOfPlan } from "./headline.ts";
import { setRevertInputs } from "./revert-inputs.ts";
import { openSides, turnResults } from "./revert-results.ts";
import { ShellNote } from "./shell-note.tsx";

/** What each path of the turn would come to, and the writes that it is made of. */
export function PlanPane({ bench }: { readonly bench: Workbench }) {
  const result = turnResults.answer.value;
  const detail = result?.detail ?? null;
  const open = openSides(bench)?.path;
  return (
    <>
      <PaneBar title="Plan">
        <span class="quiet cut">{detail === null ? "" : `of ${detail.turn_id}`}</span>
        <span class="grow" />
        <span class="quiet hide-narrow">first row before, last row after, the file now</span>
      </PaneBar>
      <ShellNote />
      <div
        class="scroll grow"
        tabIndex={0}
        role="region"
        aria-label="Plan and rows"
        data-waiting={turnResults.isSettled.value ? undefined : ""}
      >
        {detail === null ? (
          <p class="empty">There is no turn to plan for.</p>
        ) : (
          <>
            <table class="tbl" data-testid="plan">
              <thead>
                <tr>
                  <th scope="col">path</th>
                  <th scope="col">status</th>
                  <th scope="col" class="hide-narrow">
                    action
                  </th>
                  <th scope="col">before</th>
                  <th scope="col" class="hide-narrow">
                    left
                  </th>
                  <th scope="col">now</th>
                </tr>
              </thead>
              <tbody>
                {detail.plan.map(({ path, status, action, detail: why }) => {
                  const side = result?.sides.find((one) => one.path === path);
                  return (
                    <tr
                      key={path}
                      aria-selected={path === open}
                      data-testid={`plan-${path}`}
                      data-state={status}
                      data-tone={toneOfPlan(status)}
                    >
                      <td>
                        <button type="button" class="link mono" onClick={() => setRevertInputs(bench, { path })}>
                          {path}
                        </button>
                        {why !== "" && <span class="why-line">{why}</span>}
                      </td>
                      <td>
                        <PlanMark status={status} />
                      </td>
                      <td class="hide-narrow">{action}</td>
                      <td class="mono">{short(side?.before)}</td>
                      <td class="mono hide-narrow">{short(side?.left)}</td>
                      <td class="mono">{short(side?.now)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <div class="bar under">
              <h2>Writes of the turn</h2>
              <span class="grow" />
              <span class="quiet">{detail.writes.length} rows</span>
            </div>
            <table class="tbl" data-testid="writes">
              <thead>
                <tr>
                  <th scope="col">at</th>
                  <th scope="col">path</th>
                  <th scope="col">tool</th>
                  <th scope="col">before</th>
                  <th scope="col">after</th>
                  <th scope="col" class="only-wide-cell">
                    session
                  </th>
                </tr>
              </thead>
              <tbody>
                {detail.writes.map((row) => (
                  <tr key={row.checkpoint_id}>
                    <td class="mono">{row.created_at.slice(11, 16)}</td>
                    <td class="mono">{row.path}</td>
                    <td class="mono">{row.tool_name}</td>
                    <td class="mono">{row.existed ? hash(row.before_hash) : "no file"}</td>
                    <td class="mono">{row.deleted ? "no file" : hash(row.after_hash)}</td>
                    <td class="mono only-wide-cell">{row.session_id}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </div>
    </>
  );
}

function short(content: { readonly kind: string; readonly sha256: string | null } | undefined): string {
  if (content === undefined) return "–";
  return content.kind === "missing" ? "no file" : hash(content.sha256);
}

function hash(sha256: string | null): string {
  return sha256 === null ? "not kept" : sha256.slice(0, 6);
}
