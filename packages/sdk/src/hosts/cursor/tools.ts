import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments, from public reports; not run. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "Shell", arguments: { command, cwd: "" } }),
  read: (path) => ({ tool: "Read", arguments: { file_path: path } }),
  write: (path, text) => ({ tool: "Write", arguments: { file_path: path, content: text } }),
};
