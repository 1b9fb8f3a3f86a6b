import type { Machine } from "../../host-tools/machine.js";

/** From `gemini --help` of 0.61.0. */
export const machine: Machine = {
  shellMarks: ["GEMINI_CLI"],
  processes: [],
  settings: ["~/.gemini/settings.json"],
  programs: ["gemini"],
  packages: ["@google/gemini-cli"],
  options: {
    "--yolo": true,
    "-y": true,
    "--approval-mode": /^yolo$/,
    "--allowed-tools": { any: /(?:^|[\s,])(?:run_shell_command|ShellTool)(?=$|[\s,])/ },
    "--skip-trust": true,
    "--policy": true,
    "--admin-policy": true,
  },
  variables: {
    GEMINI_CLI_HOME: true,
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: true,
    GEMINI_CLI_TRUST_WORKSPACE: true,
  },
  commands: [
    "hooks|hook migrate",
    "extensions|extension config|disable|enable|install|link|uninstall|update",
    "mcp add|disable|enable|remove",
  ],
};
