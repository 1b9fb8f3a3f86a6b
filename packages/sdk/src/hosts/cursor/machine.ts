import type { Machine } from "../../host-tools/machine.js";

/** From the manual of Cursor's command line. */
export const machine: Machine = {
  shellMarks: ["CURSOR_AGENT"],
  processes: [],
  settings: ["~/.cursor/hooks.json"],
  programs: ["cursor-agent", "agent"],
  packages: [],
  options: {
    "--force": true,
    "-f": true,
    "--yolo": true,
    "--trust": true,
    "--approve-mcps": true,
    "--sandbox": /^disabled$/,
  },
  variables: {},
  commands: ["mcp enable|disable"],
};
