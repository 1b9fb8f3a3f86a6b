import { type Machine, words } from "../../host-tools/machine.js";

/** From `cline --help` and the program of 3.0.65. */
export const machine: Machine = {
  shellMarks: ["CLINE_CONNECTOR_CLI_LAUNCH"],
  processes: [],
  settings: ["~/.cline/hooks"],
  definitions: [],
  programs: ["cline"],
  packages: ["cline"],
  options: {},
  harmless: words(
    "-h --help -v --version --json -m --model -p --plan -s --system -k --key -P --provider -t --timeout --thinking --retries --id -i --tui -c --cwd --verbose -V --worktree --compaction -z --zen",
  ),
  variables: {},
  prefix: "CLINE_",
  commands: ["plugin", "mcp", "connect", "schedule", "hub", "kanban", "dashboard"],
  reads: ["plugin list|ls", "mcp list|ls"],
};
