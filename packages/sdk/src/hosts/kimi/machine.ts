import type { Machine } from "../../host-tools/machine.js";

/** From `kimi --help` of 2.1.0. It sets no variable of its own for its commands. */
export const machine: Machine = {
  shellMarks: [],
  processes: ["kimi-code"],
  settings: ["~/.kimi-code/config.toml"],
  programs: ["kimi"],
  packages: ["@moonshot-ai/kimi-code"],
  options: { "--yolo": true, "-y": true, "--auto": true },
  variables: { KIMI_CODE_HOME: true },
  // `migrate` overwrites the config with that of an older program.
  commands: ["migrate"],
};
