import type { Machine } from "../../host-tools/machine.js";

/** From `qwen --help` of 0.24.4. */
export const machine: Machine = {
  shellMarks: ["QWEN_CODE"],
  processes: [],
  settings: ["~/.qwen/settings.json"],
  programs: ["qwen"],
  packages: ["@qwen-code/qwen-code"],
  options: {
    "--yolo": true,
    "-y": true,
    // A model decides in the mode `auto`.
    "--approval-mode": /^(?:yolo|auto)$/,
    "--allowed-tools": { any: /(?:^|[\s,])(?:run_shell_command|ShellTool|Shell|Bash)(?=$|[\s,])/ },
    "--bare": true,
    "--safe-mode": true,
  },
  variables: { QWEN_HOME: true, QWEN_CODE_SYSTEM_SETTINGS_PATH: true },
  commands: ["extensions disable|enable|install|link|settings|sources|uninstall|update", "mcp add|remove"],
};
