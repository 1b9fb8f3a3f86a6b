import { type MachineFacts, words } from "../../host-tools/machine.js";

/** From Goose's manual and source code. The mode of an option in the config decides on approvals, not an option. */
export const machine: MachineFacts = {
  shellMarks: ["GOOSE_TERMINAL"],
  processes: [],
  settings: ["~/.config/goose", "~/.agents", "**/.agents/plugins"],
  notSettings: ["~/.agents/skills"],
  movedBy: { XDG_CONFIG_HOME: "/goose" },
  secrets: [],
  definitions: [],
  // Not `goose up`: another program of this name migrates databases.
  programs: ["goose run", "goose session"],
  packages: [],
  options: {},
  harmless: words(
    "-t --text -i --instructions -h --help --version -n --name -r --resume --no-session -q --quiet --output-format --provider --model --max-turns --max-tool-repetitions --system --debug --path --session-id",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "none",
  variables: { GOOSE_MODE: /^auto$/i },
  prefix: "GOOSE_",
  commands: [],
  reads: [],
};
