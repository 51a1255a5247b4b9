import type { CallAnswer } from "../engine/frame.ts";

/** A call as a client sends it, and the body it gets, to the character. */
export function AnswerJson({ answer }: { readonly answer: CallAnswer }) {
  const { tool, arguments: args, session, turn, status, result } = answer;
  const sent = { session_id: session, turn_id: turn, arguments: args };
  return (
    <pre class="json" data-testid="answer-json">
      <span class="glyph">
        POST /api/tools/{tool}
        {"\n"}
      </span>
      {JSON.stringify(sent, null, 1)}
      {"\n\n"}
      <span class="glyph">
        HTTP {status}
        {"\n"}
      </span>
      <b>{JSON.stringify(result, null, 1)}</b>
    </pre>
  );
}
