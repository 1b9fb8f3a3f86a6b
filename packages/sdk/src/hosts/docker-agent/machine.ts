import type { Machine } from "../../host-tools/machine.js";

/** From the manual of docker-agent's command line. It sets no variable for its commands. */
export const machine: Machine = {
  shellMarks: [],
  processes: ["docker-agent", "cagent"],
  settings: ["~/.config/cagent"],
  programs: ["docker-agent", "cagent", "docker agent"],
  packages: [],
  options: { "--yolo": true, "--safety": /^autonomous$/ },
  variables: {},
  commands: [],
};
