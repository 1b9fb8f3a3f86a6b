import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "Bash", arguments: { command, description: "Run a command" } }),
  read: (path) => ({ tool: "Read", arguments: { file_path: path } }),
  write: (path, text) => ({ tool: "Write", arguments: { file_path: path, content: text } }),
  fetch: (url) => ({ tool: "WebFetch", arguments: { url, prompt: "Summarise the page" } }),
};
