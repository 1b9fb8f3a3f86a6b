import { type Machine, words } from "../../host-tools/machine.js";

export const SHELL_LINE = /!`[^`]+`/;

/** From `opencode --help`, `opencode run --help` and the program of 1.18.33. */
export const machine: Machine = {
  shellMarks: ["OPENCODE"],
  processes: [],
  settings: ["~/.config/opencode"],
  definitions: [{ files: ["**/.opencode/{command,commands,skill,skills}/**/*.md"], keys: [], shellLine: SHELL_LINE }],
  programs: ["opencode"],
  packages: ["opencode-ai"],
  options: {},
  harmless: words(
    "-h --help -v --version -m --model -c --continue -s --session --agent --fork --format -f --file --title --print-logs --log-level --prompt --share --variant --thinking --mini",
  ),
  variables: { XDG_CONFIG_HOME: true },
  prefix: "OPENCODE_",
  commands: ["plugin|plug", "mcp", "uninstall", "serve", "web", "acp", "attach", "agent create"],
  reads: ["mcp list|ls|auth"],
};
