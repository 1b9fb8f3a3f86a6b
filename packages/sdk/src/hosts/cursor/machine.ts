import { type MachineFacts, words } from "../../host-tools/machine.js";

/** From the manual of Cursor's command line. */
export const machine: MachineFacts = {
  shellMarks: ["CURSOR_AGENT"],
  processes: [],
  settings: ["~/.cursor/hooks.json", "**/.cursor/{hooks.json,mcp.json,hooks}"],
  notSettings: [],
  movedBy: {},
  secrets: [],
  definitions: [],
  programs: ["cursor-agent", "agent"],
  packages: [],
  options: {
    "--sandbox": /^disabled$/,
  },
  harmless: words(
    "-p --print -m --model --output-format --stream-partial-output -h --help -v --version --resume --continue --list-models --workspace -w --worktree --mode --plan",
  ),
  writes: [],
  worksIn: ["--workspace"],
  projectSettings: "same",
  variables: {},
  prefix: "CURSOR_",
  commands: ["mcp"],
  reads: ["mcp list|list-tools|login"],
};
