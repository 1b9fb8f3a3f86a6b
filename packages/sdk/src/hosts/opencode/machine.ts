import { SHELL_LINE } from "../../families/opencode/shell-line.js";
import { type MachineFacts, words } from "../../host-tools/machine.js";

/** From `opencode --help`, `opencode run --help` and the program of 1.18.33. */
export const machine: MachineFacts = {
  shellMarks: ["OPENCODE"],
  processes: [],
  settings: ["~/.config/opencode", "**/.opencode/{plugin,plugins,tool,tools,package.json}", "**/opencode.{json,jsonc}"],
  notSettings: [],
  movedBy: { OPENCODE_CONFIG: "", OPENCODE_CONFIG_DIR: "", XDG_CONFIG_HOME: "/opencode" },
  secrets: ["~/.local/share/opencode/auth.json"],
  definitions: [
    { files: ["**/.opencode/{command,commands,skill,skills}/**/*.md"], keys: [], shellLine: SHELL_LINE },
    { files: ["**/.{agents,claude}/skills/**/SKILL.md"], keys: [], shellLine: SHELL_LINE, isForeign: true },
  ],
  programs: ["opencode"],
  packages: ["opencode-ai"],
  options: {},
  harmless: words(
    "-h --help -v --version -m --model -c --continue -s --session --agent --fork --format -f --file --title --print-logs --log-level --prompt --share --variant --thinking --mini",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "below",
  variables: {},
  prefix: "OPENCODE_",
  commands: ["plugin|plug", "mcp", "uninstall", "serve", "web", "acp", "attach", "agent create"],
  reads: ["mcp list|ls|auth"],
};
