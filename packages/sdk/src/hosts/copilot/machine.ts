import type { Machine } from "../../host-tools/machine.js";

/** From `copilot --help` and its topics `permissions`, `environment` and `config` of 1.0.102. */
export const machine: Machine = {
  shellMarks: ["COPILOT_AGENT*", "COPILOT_CLI*"],
  processes: [],
  settings: ["~/.copilot/settings.json"],
  programs: ["copilot"],
  packages: ["@github/copilot"],
  options: {
    "--allow-all": true,
    "--allow-all-tools": true,
    "--allow-all-paths": true,
    "--yolo": true,
    // A model decides.
    "--assisted-approval": true,
    "--allow-tool": { any: /(?:^|[\s,])shell(?:\(\*?\))?(?=$|[\s,])/ },
    "--trust-folder": true,
    // Removes a setting, after `config`.
    "--rm": true,
    "--plugin-dir": true,
  },
  variables: { COPILOT_ALLOW_ALL: true, COPILOT_ASSISTED_APPROVAL: true, COPILOT_HOME: true },
  commands: [
    // With one word, it prints a setting.
    "config * *",
    "plugin disable|enable|install|uninstall|update",
    "plugin marketplace add|remove|update",
    "mcp add|disable|enable|remove",
  ],
};
