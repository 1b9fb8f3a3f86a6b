import { approve, defineHook, defineTool, reject, serve } from "@agent-hook/sdk";

const input = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => ({ type: "object" }) },
  },
};
const shout = defineTool({ name: "shout", description: "Shouts", input, run: ({ text }) => text.toUpperCase() });

await serve(
  defineHook({
    name: "with-sdk",
    version: "1.2.3",
    onFailure: "block",
    tools: [shout],
    approveTool: (call) => (call.tool === "exec" ? reject("no shell") : approve()),
  }),
);
