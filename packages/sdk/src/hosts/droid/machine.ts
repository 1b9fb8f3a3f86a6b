import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

export const SHELL_LINE = /^#!/;

/** From `droid --help` and `droid exec --help` of 0.215.0. */
export const machine: MachineFacts = {
  shellMarks: ["FACTORY_EXEC_TARGET_AUTONOMY"],
  processes: [],
  settings: ["~/.factory/settings.json", "~/.factory", inProject(".factory")],
  notSettings: ["~/.factory/{commands,droids,skills,specs,sessions}", "**/.factory/*.md"],
  movedBy: { FACTORY_HOME_OVERRIDE: "/.factory" },
  secrets: ["~/.factory/auth.*"],
  definitions: [{ files: ["**/.factory/commands/**/*"], keys: [], shellLine: SHELL_LINE }],
  programs: ["droid"],
  packages: ["@factory/cli"],
  options: {
    "--auto": /^high$/,
  },
  harmless: words(
    "-h --help -v --version -r --resume --last --fork --cwd --append-system-prompt --append-system-prompt-file --use-spec -w --worktree --worktree-dir --disable-builtin-skills -m --model -o --output-format -f --file -s --session-id --reasoning-effort --spec-model --list-tools --tag --log-group-id --enabled-tools --disabled-tools --input-format",
  ),
  writes: [],
  worksIn: ["--cwd"],
  projectSettings: "below",
  variables: {},
  prefix: "FACTORY_",
  commands: ["plugin", "mcp", "daemon", "computer"],
  reads: ["plugin list", "plugin marketplace list", "mcp list|get", "mcp permissions list"],
};
