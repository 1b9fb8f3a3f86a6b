import type { Machine } from "../../host-tools/machine.js";

/** From `droid --help` and `droid exec --help` of 0.215.0. */
export const machine: Machine = {
  shellMarks: ["FACTORY_EXEC_TARGET_AUTONOMY"],
  processes: [],
  settings: ["~/.factory/settings.json"],
  programs: ["droid"],
  packages: ["@factory/cli"],
  options: { "--skip-permissions-unsafe": true, "--auto": /^high$/, "--settings": true },
  variables: { FACTORY_HOME_OVERRIDE: true },
  commands: [
    "plugin install|i|uninstall|remove|update",
    "plugin marketplace add|remove|update",
    "mcp add|remove",
    "mcp permissions revoke|clear",
  ],
};
