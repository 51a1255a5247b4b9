// An agent's request with the official client. node test/examples/proxy/client.mjs BASE_URL
import OpenAI from "openai";

const client = new OpenAI({ baseURL: process.argv[2], apiKey: "none" });
const stream = client.chat.completions.stream({
  model: "m",
  messages: [{ role: "user", content: "What is in my notes.txt?" }],
  tools: [
    {
      type: "function",
      function: {
        name: "read_file",
        parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
    },
  ],
});
const { choices } = await stream.finalChatCompletion();
console.log("text:", JSON.stringify(choices[0].message.content));
console.log("calls:", JSON.stringify(choices[0].message.tool_calls?.map((call) => call.function) ?? []));
console.log("finish_reason:", choices[0].finish_reason);
