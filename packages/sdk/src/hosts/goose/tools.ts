import { type BuiltInTools, shellWord } from "../../host-tools/built-in-tools.js";

/** The tools of the extension `developer`, read in its source code. It reads files with its shell. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "shell", arguments: { command } }),
  read: (path) => ({ tool: "shell", arguments: { command: `cat ${shellWord(path)}` } }),
  write: (path, text) => ({ tool: "write", arguments: { path, content: text } }),
};
