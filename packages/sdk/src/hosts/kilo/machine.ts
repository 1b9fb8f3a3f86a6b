import { SHELL_LINE } from "../../families/opencode/shell-line.js";
import { type MachineFacts, words } from "../../host-tools/machine.js";

/** From `kilo --help`, `kilo run --help` and the program of 7.7.7. It also reads the older folder `.kilocode`. */
export const machine: MachineFacts = {
  shellMarks: ["KILO"],
  processes: [],
  settings: [
    "~/.config/kilo",
    "~/.{kilo,kilocode}",
    "/etc/kilo",
    "/Library/Application Support/kilo",
    "**/.{kilo,kilocode}/{plugin,plugins,tool,tools,package.json,mcp.json}",
    "**/{kilo,opencode}.{json,jsonc}",
  ],
  notSettings: [],
  movedBy: { KILO_CONFIG: "", KILO_CONFIG_DIR: "", XDG_CONFIG_HOME: "/kilo" },
  secrets: ["~/.local/share/kilo/auth.json"],
  definitions: [
    { files: ["**/.{kilo,kilocode}/{command,commands}/**/*.md"], keys: [], shellLine: SHELL_LINE },
    { files: ["~/.{agents,claude}/skills/**/SKILL.md"], keys: [], shellLine: SHELL_LINE, isForeign: true },
  ],
  programs: ["kilo", "kilocode"],
  packages: ["@kilocode/cli"],
  options: {},
  harmless: words(
    "-h --help -v --version -m --model -c --continue -s --session --agent --fork --cloud-fork --format -f --file --title --print-logs --log-level --prompt --share --variant --thinking --mini --no-replay --replay-limit -i --interactive",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "below",
  variables: {},
  prefix: "KILO_",
  commands: [
    ...["plugin|plug", "mcp", "uninstall", "serve", "acp", "attach", "agent create"],
    ...["console", "daemon", "cloud", "remote", "db"],
  ],
  reads: ["mcp list|ls|auth"],
};
