import { inProject, type MachineFacts, words } from "../../host-tools/machine.js";

/** From `copilot --help` and its topics `permissions`, `environment` and `config` of 1.0.102. */
export const machine: MachineFacts = {
  shellMarks: ["COPILOT_AGENT*", "COPILOT_CLI*"],
  processes: [],
  settings: [
    "~/.copilot/settings.json",
    "~/.copilot",
    inProject(".copilot"),
    "**/.github/{hooks,copilot,extensions,mcp.json,lsp.json}",
  ],
  notSettings: ["~/.copilot/session-state", "**/.copilot/*.md"],
  movedBy: { COPILOT_HOME: "" },
  secrets: ["~/.config/github-copilot"],
  definitions: [{ files: ["**/.github/agents/**/*.md"], keys: ["mcp-servers"] }],
  programs: ["copilot"],
  takesPrompt: false,
  packages: ["@github/copilot"],
  options: {
    "--allow-tool": { any: /(?:^|[\s,])shell(?:\(\*?\))?(?=$|[\s,])/ },
  },
  harmless: words(
    "-p --prompt -i --interactive --model --agent --add-dir --allow-url --available-tools --excluded-tools --deny-tool --deny-url -s --silent --stream --output-format -r --resume --continue --session-id -n --name --log-dir --log-level --no-color --no-auto-update --banner -h --help -v --version -C --plain-diff --plan --reasoning-effort --context --attachment --no-ask-user --disallow-temp-dir --disable-builtin-mcps --disable-mcp-server --no-custom-instructions --screen-reader --share --max-ai-credits --usage-output-file --json",
  ),
  writes: ["--share", "--usage-output-file", "--log-dir"],
  worksIn: ["-C"],
  projectSettings: "below",
  variables: {},
  prefix: "COPILOT_",
  commands: [
    // With one word, it prints a setting.
    "config * *",
    "config --rm",
    "plugin",
    "mcp",
    "sandbox",
    "workflow",
  ],
  reads: ["plugin list", "plugin marketplace list|browse", "mcp list|get"],
};
