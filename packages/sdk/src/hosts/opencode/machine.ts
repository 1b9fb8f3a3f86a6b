import type { Machine } from "../../host-tools/machine.js";

/** From `opencode --help`, `opencode run --help` and the program of 1.18.33. */
export const machine: Machine = {
  shellMarks: ["OPENCODE"],
  processes: [],
  settings: ["~/.config/opencode"],
  programs: ["opencode"],
  packages: ["opencode-ai"],
  options: { "--pure": true, "--auto": true },
  variables: {
    OPENCODE_PURE: true,
    OPENCODE_DISABLE_PROJECT_CONFIG: true,
    OPENCODE_CONFIG: true,
    OPENCODE_CONFIG_CONTENT: true,
    OPENCODE_CONFIG_DIR: true,
    OPENCODE_PERMISSION: true,
    XDG_CONFIG_HOME: true,
  },
  commands: ["plugin|plug", "mcp add", "uninstall"],
};
