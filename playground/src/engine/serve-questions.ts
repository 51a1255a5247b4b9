import type { EngineReply } from "./messages.ts";

/** What the client of a worker sends it. */
interface Asked {
  readonly run: number;
  readonly name: string;
  readonly input: unknown;
}

type Answers<Context> = Readonly<Record<string, (input: never, context: Context) => Promise<unknown>>>;

/** The worker's side of `createAsker`: one question after the other, for a state must not change while it is asked about. */
export function serveQuestions<Context>(answers: Answers<Context>, context: Context): void {
  let last: Promise<void> = Promise.resolve();
  addEventListener("message", ({ data }: MessageEvent<Asked>) => {
    last = last.then(async () => reply(await answerTo(answers, data, context)));
  });
  reply({ kind: "ready" });
}

async function answerTo<Context>(
  answers: Answers<Context>,
  { run, name, input }: Asked,
  context: Context,
): Promise<EngineReply> {
  try {
    // Name and input are tied together where the page asks.
    const answer = answers[name] as ((input: unknown, context: Context) => Promise<unknown>) | undefined;
    if (answer === undefined) throw new RangeError(`this worker has no answer to "${name}"`);
    return { kind: "answer", run, output: await answer(input, context) };
  } catch (error) {
    return { kind: "fault", run, message: error instanceof Error ? error.message : String(error) };
  }
}

function reply(message: EngineReply): void {
  postMessage(message);
}
