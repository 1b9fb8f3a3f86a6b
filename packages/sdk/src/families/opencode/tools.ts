import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "bash", arguments: { command, description: "Run a command" } }),
  read: (path) => ({ tool: "read", arguments: { filePath: path } }),
  write: (path, text) => ({ tool: "write", arguments: { filePath: path, content: text } }),
  fetch: (url) => ({ tool: "webfetch", arguments: { url, format: "text" } }),
};
