/** Streams as three servers write them: what is in the first chunk, in the last, and beside the choices. */
export const SHAPES = { llama_cpp: llamaCpp, vllm, ollama } as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

/** The `data` of the events for an answer of these pieces of text; `null`: the stream is left unfinished. */
type Shape = (pieces: readonly string[], finishReason: string | null) => string[];

const CREATED = 1_796_000_000;

/** The first chunk carries the role and `content: null`; the last one, timings. */
function llamaCpp(pieces: readonly string[], finishReason: string | null): string[] {
  const chunk = (delta: object, reason: string | null = null, more: object = {}) =>
    JSON.stringify({
      choices: [{ finish_reason: reason, index: 0, delta }],
      created: CREATED,
      id: "chatcmpl-c1",
      model: "qwen",
      system_fingerprint: "b7000",
      object: "chat.completion.chunk",
      ...more,
    });
  const end =
    finishReason === null ? [] : [chunk({}, finishReason, { timings: { predicted_n: pieces.length } }), "[DONE]"];
  return [chunk({ role: "assistant", content: null }), ...pieces.map((content) => chunk({ content })), ...end];
}

/** `logprobs` on every chunk; the last one has an empty text and a `stop_reason`, and usage follows in a chunk of its own. */
function vllm(pieces: readonly string[], finishReason: string | null): string[] {
  const frame = { id: "chatcmpl-v1", object: "chat.completion.chunk", created: CREATED, model: "qwen" };
  const chunk = (delta: object, reason: string | null = null, more: object = {}) =>
    JSON.stringify({ ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason, ...more }] });
  const usage = { prompt_tokens: 9, total_tokens: 9 + pieces.length, completion_tokens: pieces.length };
  const end =
    finishReason === null
      ? []
      : [
          chunk({ content: "" }, finishReason, { stop_reason: null }),
          JSON.stringify({ ...frame, choices: [], usage }),
          "[DONE]",
        ];
  return [chunk({ role: "assistant", content: "" }), ...pieces.map((content) => chunk({ content })), ...end];
}

/** The role on every chunk. */
function ollama(pieces: readonly string[], finishReason: string | null): string[] {
  const chunk = (content: string, reason: string | null = null) =>
    JSON.stringify({
      id: "chatcmpl-7",
      object: "chat.completion.chunk",
      created: CREATED,
      model: "qwen",
      system_fingerprint: "fp_ollama",
      choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: reason }],
    });
  return [
    ...pieces.map((piece) => chunk(piece)),
    ...(finishReason === null ? [] : [chunk("", finishReason), "[DONE]"]),
  ];
}

/** An answer in one piece. */
export function wholeAnswer(content: string | null, message: object = {}, finishReason = "stop"): string {
  return JSON.stringify({
    id: "chatcmpl-w1",
    object: "chat.completion",
    created: CREATED,
    model: "qwen",
    choices: [{ index: 0, message: { role: "assistant", content, ...message }, finish_reason: finishReason }],
    usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
  });
}

/** The text in pieces of `size` UTF-16 units, as tokens come; no character is halved. */
export function pieces(text: string, size = 3): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += size) parts.push(characters.slice(at, at + size).join(""));
  return parts;
}
