import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

/** From the manual of docker-agent's command line. It sets no variable for its commands. */
export const machine: MachineFacts = {
  shellMarks: [],
  processes: ["docker-agent", "cagent"],
  settings: [
    "~/.config/cagent",
    "~/.cagent",
    "~/Library/Application Support/cagent",
    inProject(".cagent"),
    "**/{agent,cagent,docker-agent}.{yaml,yml,hcl}",
  ],
  notSettings: [],
  movedBy: {},
  secrets: [],
  definitions: [],
  programs: ["docker-agent", "cagent", "docker agent"],
  packages: [],
  options: {
    "--safety": /^autonomous$/,
  },
  harmless: words(
    "-h --help -d --debug -a --agent -m --model --log-file --exec --json --session --working-dir --tui --hide-tool-calls -o --otel --dry-run -c --command",
  ),
  writes: ["--log-file"],
  worksIn: [],
  projectSettings: "none",
  variables: {},
  prefix: "DOCKER_AGENT_",
  commands: [],
  reads: [],
};
