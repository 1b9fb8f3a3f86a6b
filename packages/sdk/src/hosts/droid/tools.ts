import type { BuiltInTools } from "../../host-tools/built-in-tools.js";

/** The arguments are those that the model wrote in the recordings. Droid denies a command without a risk level. */
export const tools: BuiltInTools = {
  shell: (command) => ({
    tool: "Execute",
    arguments: { command, summary: "Run it", riskLevel: "high", riskLevelReason: "may change files" },
  }),
  read: (path) => ({ tool: "Read", arguments: { file_path: path } }),
  write: (path, text) => ({ tool: "Create", arguments: { file_path: path, content: text } }),
};
