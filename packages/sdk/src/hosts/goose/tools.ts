import { type BuiltInTools, shellWord } from "../../host-tools/built-in-tools.js";

/** The tools of the extension `developer`, read in its source code. It reads files with its shell. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "developer__shell", arguments: { command } }),
  read: (path) => ({ tool: "developer__shell", arguments: { command: `cat ${shellWord(path)}` } }),
  write: (path, text) => ({ tool: "developer__write", arguments: { path, content: text } }),
};
