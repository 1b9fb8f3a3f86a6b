// Rewrites the reply and its tool calls. The reply's text selects which calls are complete.
import { defineHook, modify, serve } from "@agent-hook/sdk";

const whole = (call) => ({ ...call, name: "list_dir", arguments: '{"path":"."}' });
const choices = {
  all: (calls) => calls.map(whole),
  one: ([first, ...others]) => [whole(first), ...others],
  nameless: (calls) => calls.map(({ id }) => ({ id, arguments: "{}" })),
  "with an empty name": (calls) => calls.map(({ id }) => ({ id, name: "", arguments: "{}" })),
  "without arguments": (calls) => calls.map(({ id }) => ({ id, name: "list_dir" })),
  none: () => [],
};

await serve(
  defineHook({
    name: "complete-calls",
    onFailure: process.env.POLICY ?? "continue",
    afterLlm: (reply) => modify({ content: "new", toolCalls: choices[reply.content](reply.toolCalls) }),
    approveTool: () => ({ action: "approve" }),
  }),
);
