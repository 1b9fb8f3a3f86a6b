import type { Machine } from "../../host-tools/machine.js";

/** From Goose's manual and source code. The mode of an option in the config decides on approvals, not an option. */
export const machine: Machine = {
  shellMarks: ["GOOSE_TERMINAL"],
  processes: [],
  settings: ["~/.config/goose", "~/.agents", "**/.agents/plugins"],
  programs: ["goose"],
  packages: [],
  options: {},
  variables: { GOOSE_MODE: /^auto$/i, XDG_CONFIG_HOME: true },
  commands: [],
};
