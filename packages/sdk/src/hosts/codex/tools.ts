import { type BuiltInTools, shellWord } from "../../host-tools/built-in-tools.js";

/** Codex reads files with its shell and writes them with patches. It calls no hook about its web search. */
export const tools: BuiltInTools = {
  shell: (command) => ({ tool: "Bash", arguments: { command } }),
  read: (path) => ({ tool: "Bash", arguments: { command: `cat ${shellWord(path)}` } }),
  write: (path, text) => ({ tool: "apply_patch", arguments: { command: addFile(path, text) } }),
};

function addFile(path: string, text: string): string {
  const lines = text.split("\n").map((line) => `+${line}`);
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines, "*** End Patch", ""].join("\n");
}
