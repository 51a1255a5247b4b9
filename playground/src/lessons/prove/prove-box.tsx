import { useEffect, useRef, useState } from "preact/hooks";
import type { ProveReply, ProveRequest } from "./prove-messages.ts";

const RUNS = 1000;

type Proof = { readonly kind: "waiting" | "running" | "held" } | { readonly kind: "stopped"; readonly message: string };

/** Runs the lesson's laws in a worker of its own, so that the page stays quick, and ends it with the step. */
export function ProveBox({ ids }: { readonly ids: readonly string[] }) {
  const [proof, setProof] = useState<Proof>({ kind: "waiting" });
  const [counts, setCounts] = useState<ReadonlyMap<string, { readonly title: string; readonly runs: number }>>(
    new Map(),
  );
  const worker = useRef<Worker | null>(null);
  const end = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => end, []);

  function receive(reply: ProveReply, ask: () => void): void {
    if (reply.kind === "ready") ask();
    else if (reply.kind === "progress") {
      setCounts((before) => new Map(before).set(reply.id, { title: reply.title, runs: reply.runs }));
    } else if (reply.kind === "held") {
      setProof({ kind: "held" });
      end();
    } else {
      const key = reply.kind === "failed" && reply.key !== null ? ` Key: ${reply.key}` : "";
      setProof({ kind: "stopped", message: `${reply.kind === "failed" ? reply.error : reply.message}${key}` });
      end();
    }
  }

  function start(): void {
    const started = new Worker(new URL("./prove-worker.ts", import.meta.url), { type: "module" });
    const request: ProveRequest = { ids, runs: RUNS, seed: crypto.getRandomValues(new Int32Array(1))[0] ?? 1 };
    started.addEventListener("message", ({ data }: MessageEvent<ProveReply>) => {
      if (worker.current === started) receive(data, () => started.postMessage(request));
    });
    started.addEventListener("error", () => {
      if (worker.current === started) receive({ kind: "fault", message: "the worker could not be loaded" }, () => {});
    });
    worker.current = started;
    setCounts(new Map());
    setProof({ kind: "running" });
  }

  return (
    <div class="prove" data-testid="prove" data-state={proof.kind}>
      {proof.kind === "running" ? (
        <button
          type="button"
          class="btn"
          onClick={() => {
            end();
            setProof({ kind: "waiting" });
          }}
        >
          Stop
        </button>
      ) : (
        <button type="button" class="btn" data-testid="lesson-prove" onClick={start}>
          {proof.kind === "waiting" ? `Run ${RUNS.toLocaleString("en")} cases each` : "Run others"}
        </button>
      )}
      <ul>
        {ids.map((id) => {
          const { title, runs } = counts.get(id) ?? { title: "", runs: 0 };
          return (
            <li key={id}>
              <code>{id}</code>
              <meter min={0} max={RUNS} value={runs} aria-label={`${id}: ${runs} of ${RUNS} cases`} />
              <span class="num">{runs.toLocaleString("en")}</span>
              {title !== "" && <span class="soft">{title}.</span>}
            </li>
          );
        })}
      </ul>
      <p
        role="status"
        class={proof.kind === "held" ? undefined : "quiet"}
        data-tone={proof.kind === "stopped" ? "bad" : undefined}
      >
        {proof.kind === "held" && "Held in every case."}
        {proof.kind === "stopped" && `A case against it: ${proof.message}`}
      </p>
    </div>
  );
}
