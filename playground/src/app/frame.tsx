import { effect, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { LABS } from "../labs/registry.ts";
import { firstViewIsThere, JointMark } from "../parts/mod.ts";
import { ImportDialog } from "../share/import-dialog.tsx";
import { ShareDialog } from "../share/share-dialog.tsx";
import { Divider } from "./divider.tsx";
import { DrawerScrim } from "./drawer.tsx";
import type { FrameState } from "./frame-state.ts";
import { HelpDialog } from "./help-dialog.tsx";
import { listenForKeys } from "./keys.ts";
import type { Lab, Pane, Region } from "./lab.ts";
import { followLesson, lessonRoom } from "./lesson-slot.ts";
import { LessonsDialog } from "./lessons-dialog.tsx";
import { LiveRegion } from "./live-region.tsx";
import { NoticeBox } from "./notice-box.tsx";
import { Palette } from "./palette.tsx";
import { TopBar } from "./top-bar.tsx";
import type { Workbench } from "./workbench.ts";

/** The whole page: regions with the panes of the open lab, and what floats above them. */
export function Frame({ bench, state }: { readonly bench: Workbench; readonly state: FrameState }) {
  const lab = useLab(bench);
  useEffect(() => listenForKeys({ bench, state, lab: () => lab.value }), [bench, state, lab]);
  useEffect(() => followLesson(bench, state), [bench, state]);
  const open = lab.value;
  const lessonPane = bench.lesson.value === null ? null : (lessonRoom.value?.pane ?? null);
  const panes = [...(open?.panes ?? []), ...(lessonPane === null ? [] : [lessonPane])];
  const isPaneOf = panes.some((pane) => pane.id === state.openPane.value);
  const openPane = isPaneOf ? state.openPane.value : (open?.firstPane ?? "");
  const headline = open?.headline(bench) ?? null;
  const region = (name: Region) => panes.filter((pane) => pane.region === name);
  const shown = { bench, openPane };
  const hasCentrePair = region("centre").length === 2;
  const isSettled = bench.isFolded.value && open !== null && headline?.isWaiting !== true;
  useEffect(() => {
    if (isSettled) firstViewIsThere();
  }, [isSettled]);
  return (
    <div
      class="app"
      data-testid="app"
      data-lab={bench.document.value.lab}
      data-engine={bench.engineState.value}
      data-state={isSettled ? "settled" : "running"}
      data-lesson={lessonPane === null ? undefined : ""}
      data-drawer={state.isDrawerOpen.value ? "" : undefined}
    >
      <a class="skip" href={`#${openPane}`} onClick={(event) => skipTo(event, open?.firstPane ?? "")}>
        Skip to the result
      </a>
      <TopBar bench={bench} state={state} />
      <p class="pin" data-tone={headline?.tone} data-testid="pin">
        <JointMark joint={headline?.joint ?? "open"} />
        <span>
          <b>{headline?.sentence ?? "Loading."}</b> {headline?.why}
        </span>
      </p>
      <DrawerScrim state={state} />
      <aside class="region rail" data-region aria-label="Files and steps">
        {region("rail").map((pane) => (
          <PaneBox key={pane.id} pane={pane} {...shown} />
        ))}
      </aside>
      <main class="region centre" data-region data-split={hasCentrePair ? "" : undefined} aria-label="Work">
        {open === null && <p class="loading">Loading the lab.</p>}
        {region("centre").map((pane, index) => [
          index === 1 && hasCentrePair ? <Divider key="divider" first={open?.upperShare} /> : null,
          <PaneBox key={pane.id} pane={pane} {...shown} />,
        ])}
      </main>
      <div class="region side" data-region role="region" aria-label="Result">
        {region("side").map((pane) => (
          <PaneBox key={pane.id} pane={pane} {...shown} />
        ))}
      </div>
      <div class="region strip" data-region role="region" aria-label="Time">
        {region("strip").map((pane) => (
          <PaneBox key={pane.id} pane={pane} {...shown} />
        ))}
      </div>
      <nav class="foot" aria-label="Panes">
        {panes
          .filter((pane) => pane.tab !== undefined)
          .map((pane) => (
            <button
              key={pane.id}
              type="button"
              aria-pressed={pane.id === openPane}
              onClick={() => {
                state.openPane.value = pane.id;
              }}
            >
              {pane.tab}
            </button>
          ))}
      </nav>
      <LiveRegion headline={headline} />
      <NoticeBox bench={bench} />
      <HelpDialog state={state} />
      <LessonsDialog bench={bench} state={state} />
      <Palette bench={bench} state={state} lab={open} />
      <ShareDialog bench={bench} state={state} lab={open} />
      <ImportDialog bench={bench} state={state} />
    </div>
  );
}

interface PaneBoxProps {
  readonly pane: Pane;
  readonly bench: Workbench;
  readonly openPane: string;
}

function PaneBox({ pane, bench, openPane }: PaneBoxProps) {
  const { View } = pane;
  return (
    <section
      class="pane"
      id={pane.id}
      aria-label={pane.label}
      tabIndex={-1}
      data-testid={pane.id}
      data-grow={pane.grows ? "" : undefined}
      data-open={pane.id === openPane ? "" : undefined}
    >
      <View bench={bench} />
    </section>
  );
}

/** The open lab once its code is there; opened, and ended when another one takes its place. */
function useLab(bench: Workbench) {
  const lab = useSignal<Lab | null>(null);
  const id = useMemo(() => bench.document, [bench]);
  useEffect(() => {
    let opened = "";
    let close: (() => void) | undefined;
    const stop = effect(() => {
      const wanted = id.value.lab;
      if (wanted === opened) return;
      opened = wanted;
      const entry = LABS.find((one) => one.id === wanted);
      if (entry === undefined) {
        bench.notice.value = {
          tone: "warn",
          sentence: `This page has no lab "${wanted}"; the Match lab is open instead.`,
        };
        bench.change({ lab: LABS[0].id });
        return;
      }
      entry.load().then(
        (loaded) => {
          if (opened !== wanted) return;
          close?.();
          close = loaded.open?.(bench);
          lab.value = loaded;
        },
        () => {
          bench.notice.value = {
            tone: "bad",
            sentence: `The ${entry.title} lab could not be loaded; reload the page.`,
          };
        },
      );
    });
    return () => {
      stop();
      close?.();
    };
  }, [bench, id, lab]);
  return lab;
}

function skipTo(event: Event, pane: string): void {
  event.preventDefault();
  document.getElementById(pane)?.focus();
}
