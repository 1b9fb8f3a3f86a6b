import { type MachineFacts, words } from "../../host-tools/machine.js";

/** From `kimi --help` of 2.1.0. It sets no variable of its own for its commands. */
export const machine: MachineFacts = {
  shellMarks: [],
  processes: ["kimi-code"],
  settings: ["~/.kimi-code/config.toml", "~/.kimi-code"],
  notSettings: ["~/.kimi-code/{bin,logs,sessions,skills}"],
  movedBy: { KIMI_CODE_HOME: "" },
  secrets: [],
  definitions: [],
  programs: ["kimi"],
  packages: ["@moonshot-ai/kimi-code"],
  options: {},
  harmless: words(
    "-p --prompt --print -m --model -S --session -c -C --continue -r --resume --output-format --input-format -w --work-dir --add-dir -h --help -V --version --verbose --debug --plan --quiet",
  ),
  writes: [],
  worksIn: [],
  projectSettings: "none",
  variables: {},
  prefix: "KIMI_",
  commands: [
    // `migrate` overwrites the config with that of an older program.
    "migrate",
    "mcp",
    "plugin",
    "server",
    "web",
    "acp",
  ],
  reads: ["mcp list", "plugin list"],
};
