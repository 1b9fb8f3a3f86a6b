import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. Cline has no tool that only writes a file. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "run_commands", arguments: { commands: [command] } }),
  read: (path) => ({ tool: "read_files", arguments: { files: [{ path }] } }),
  write: (path, text) => ({ tool: "editor", arguments: { path, new_text: text } }),
};
