import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "run_shell_command", arguments: { command, is_background: false } }),
  read: (path) => ({ tool: "read_file", arguments: { file_path: path } }),
  write: (path, text) => ({ tool: "write_file", arguments: { file_path: path, content: text } }),
  fetch: (url) => ({ tool: "web_fetch", arguments: { url, prompt: "Summarise the page" } }),
};
