import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

/** From `cline --help` and the program of 3.0.65. */
export const machine: MachineFacts = {
  shellMarks: ["CLINE_CONNECTOR_CLI_LAUNCH"],
  processes: [],
  settings: ["~/.cline/hooks", "~/.cline", "~/Documents/Cline/Hooks", inProject(".cline"), inProject(".clinerules")],
  notSettings: ["~/.cline/{rules,skills,workflows,worktrees,data/{logs,sessions,tasks}}", "**/.clinerules/*.md"],
  movedBy: { CLINE_DIR: "" },
  secrets: [],
  definitions: [],
  programs: ["cline"],
  packages: ["cline"],
  options: {},
  harmless: words(
    "-h --help -v --version --json -m --model -p --plan -s --system -k --key -P --provider -t --timeout --thinking --retries --id -i --tui -c --cwd --verbose -V --worktree --compaction -z --zen",
  ),
  writes: [],
  worksIn: ["-c", "--cwd"],
  projectSettings: "below",
  variables: {},
  prefix: "CLINE_",
  commands: ["plugin", "mcp", "connect", "schedule", "hub", "kanban", "dashboard"],
  reads: ["plugin list|ls", "mcp list|ls"],
};
