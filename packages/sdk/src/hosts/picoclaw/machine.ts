import type { Machine } from "../../host-tools/machine.js";

/** PicoClaw has no options that leave out hooks, and sets no variable for its commands. */
export const machine: Machine = {
  shellMarks: [],
  processes: ["picoclaw"],
  settings: ["~/.picoclaw/config.json"],
  programs: ["picoclaw"],
  packages: [],
  options: {},
  variables: { PICOCLAW_CONFIG: true, PICOCLAW_HOME: true },
  commands: [],
};
