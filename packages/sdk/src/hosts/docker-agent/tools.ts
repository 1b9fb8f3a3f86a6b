import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** Only calls of `shell` were recorded. The arguments of the others are from the source code. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "shell", arguments: { cmd: command } }),
  read: (path) => ({ tool: "read_file", arguments: { path } }),
  write: (path, text) => ({ tool: "write_file", arguments: { path, content: text } }),
  fetch: (url) => ({ tool: "fetch", arguments: { urls: [url] } }),
};
