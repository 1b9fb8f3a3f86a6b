import { type Machine, words } from "../../host-tools/machine.js";

/** PicoClaw has no options that leave out hooks, and sets no variable for its commands. */
export const machine: Machine = {
  shellMarks: [],
  processes: ["picoclaw"],
  settings: ["~/.picoclaw/config.json"],
  definitions: [],
  programs: ["picoclaw"],
  packages: [],
  options: {},
  harmless: words("-m --message -s --session -d --debug --model -h --help"),
  variables: {},
  prefix: "PICOCLAW_",
  commands: [],
  reads: [],
};
