import type { Machine } from "../../host-tools/machine.js";

/** From `cline --help` and the program of 3.0.65. */
export const machine: Machine = {
  shellMarks: ["CLINE_CONNECTOR_CLI_LAUNCH"],
  processes: [],
  settings: ["~/.cline/hooks"],
  programs: ["cline"],
  packages: ["cline"],
  options: {
    "--yolo": true,
    "-y": true,
    "--auto-approve": true,
    "--autoapprove": true,
    "--config": true,
    "--data-dir": true,
    "--hooks-dir": true,
  },
  variables: { CLINE_DIR: true, CLINE_DATA_DIR: true, CLINE_GLOBAL_SETTINGS_PATH: true },
  commands: ["plugin install|i|uninstall|remove", "mcp install|add|uninstall|remove"],
};
