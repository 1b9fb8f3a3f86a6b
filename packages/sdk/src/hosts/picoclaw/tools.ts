import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments that PicoClaw's own definitions of its tools require (recorded). */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "exec", arguments: { action: "run", command } }),
  read: (path) => ({ tool: "read_file", arguments: { path } }),
  write: (path, text) => ({ tool: "write_file", arguments: { path, content: text } }),
  fetch: (url) => ({ tool: "web_fetch", arguments: { url } }),
};
