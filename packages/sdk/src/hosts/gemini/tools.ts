import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments of `web_fetch` are from the source code: the prompt contains the URL. The others were recorded. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "run_shell_command", arguments: { command } }),
  read: (path) => ({ tool: "read_file", arguments: { file_path: path } }),
  write: (path, text) => ({ tool: "write_file", arguments: { file_path: path, content: text } }),
  fetch: (url) => ({ tool: "web_fetch", arguments: { prompt: `Summarise ${url}` } }),
};
