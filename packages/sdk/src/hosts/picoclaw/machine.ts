import { type MachineFacts, words } from "../../host-tools/machine.js";

/** PicoClaw has no options that leave out hooks, and sets no variable for its commands. */
export const machine: MachineFacts = {
  shellMarks: [],
  processes: ["picoclaw"],
  // PicoClaw runs the commands in `cron` without calling a hook.
  settings: ["~/.picoclaw/config.json", "~/.picoclaw/{.security.yml,auth.json,cron}", "**/cron/jobs.json"],
  notSettings: [],
  movedBy: { PICOCLAW_CONFIG: "", PICOCLAW_HOME: "/{config.json,.security.yml,auth.json}" },
  secrets: ["~/.picoclaw/{auth.json,.security.yml,credentials}"],
  definitions: [],
  programs: ["picoclaw"],
  packages: [],
  options: {},
  harmless: words("-m --message -s --session -d --debug --model -h --help"),
  writes: [],
  worksIn: [],
  projectSettings: "none",
  variables: {},
  prefix: "PICOCLAW_",
  commands: [],
  reads: [],
};
