import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "Bash", arguments: { command } }),
  read: (path) => ({ tool: "Read", arguments: { path } }),
  write: (path, text) => ({ tool: "Write", arguments: { path, content: text } }),
};
