// Stands for a model server without a parser for tool calls: the model writes its call as text, then makes up the result.
// node test/examples/proxy/upstream.mjs [PORT]
import { createServer } from "node:http";

const TEXT = `I'll read it.
<tool_call>
<function=read_file>
<parameter=path>
notes.txt
</parameter>
</function>
</tool_call>
<tool_response>
Meeting at noon
</tool_response>
You have a meeting at noon.`;

const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta, reason = null) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 0, model: "m", choices })}\n\n`,
    );
  };
  send({ role: "assistant", content: "" });
  for (const [token] of TEXT.matchAll(/[\s\S]{1,4}/g)) {
    if (response.destroyed) return;
    send({ content: token });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  send({}, "stop");
  response.end("data: [DONE]\n\n");
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`upstream at http://127.0.0.1:${server.address().port}/v1`);
});
