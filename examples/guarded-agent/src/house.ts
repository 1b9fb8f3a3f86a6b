import { approve, ask, defineHook, modify } from "@agent-hook/sdk";

const SECRET = /\bsk-\w{20,}/g;

/** The agent's own rules, in its own process: keys stay out of the conversation, and a person decides on each write. */
export const house = defineHook({
  name: "house",
  onFailure: "block",
  approveTool: ({ tool }) => (tool === "write_file" ? ask("it changes a file") : approve()),
  afterTool: ({ result }) =>
    result.forLlm.match(SECRET) ? modify({ result: result.forLlm.replaceAll(SECRET, "[secret]") }) : undefined,
});
