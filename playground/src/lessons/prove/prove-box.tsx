import { useEffect, useRef, useState } from "preact/hooks";
import { type FuzzReply, FuzzRunner } from "../../fuzz/mod.ts";

const RUNS = 1000;

type Proof = { readonly kind: "waiting" | "running" | "held" } | { readonly kind: "stopped"; readonly message: string };

/** Runs the lesson's laws in a worker of its own, so that the page stays quick, and ends it with the step. */
export function ProveBox({ ids }: { readonly ids: readonly string[] }) {
  const [proof, setProof] = useState<Proof>({ kind: "waiting" });
  const [counts, setCounts] = useState<ReadonlyMap<string, { readonly title: string; readonly runs: number }>>(
    new Map(),
  );
  const runner = useRef<FuzzRunner | null>(null);
  const end = () => {
    runner.current?.stop();
    runner.current = null;
  };
  useEffect(() => end, []);

  function receive(reply: FuzzReply): void {
    if (reply.kind === "progress") {
      setCounts((before) => new Map(before).set(reply.id, { title: reply.title, runs: reply.runs }));
    } else if (reply.kind === "done") {
      setProof({ kind: "held" });
      end();
    } else if (reply.kind === "refuted") {
      const { error, key } = reply.failure;
      setProof({ kind: "stopped", message: `${error}${key === null ? "" : ` Key: ${key}`}` });
      end();
    } else if (reply.kind === "fault") {
      setProof({ kind: "stopped", message: reply.message });
      end();
    }
  }

  function start(): void {
    const seed = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) >>> 1;
    runner.current = new FuzzRunner(receive);
    setCounts(new Map());
    setProof({ kind: "running" });
    runner.current.ask({ kind: "run", ids, runs: RUNS, seconds: null, seed, mutant: null });
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
