import { approve, ask, defineHook, modify } from "@agent-hook/sdk";

const SECRET = /\bsk-\w{20,}/g;

/** The agent's own in-process hook: it removes keys from results and asks the user about each write. */
export const house = defineHook({
  name: "house",
  onFailure: "block",
  approveTool: ({ kind }) => (kind === "write" ? ask("it changes a file") : approve()),
  afterTool: ({ result }) =>
    result.forLlm.match(SECRET) ? modify({ result: result.forLlm.replaceAll(SECRET, "[secret]") }) : undefined,
});
