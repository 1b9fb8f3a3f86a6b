import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** Copilot CLI also has a tool `web_fetch`, but no call of it was recorded. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "bash", arguments: { command, description: "Run a command" } }),
  read: (path) => ({ tool: "view", arguments: { path } }),
  write: (path, text) => ({ tool: "create", arguments: { path, file_text: text } }),
};
