import { groupedHooks, type LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiResponses } from "../../host-tools/live/model-servers/openai-responses.js";

const CONFIG_FILE = ".codex/config.toml";

export const live: LiveAgent = {
  package: "@openai/codex",
  program: "codex",
  modelApi: openaiResponses,
  shellCall: (command) => ({ tool: "exec_command", arguments: { cmd: command } }),
  hooksFile: ".codex/hooks.json",
  hooksOf: groupedHooks,
  settings: ({ project }, modelUrl) => ({ [CONFIG_FILE]: config(project, modelUrl) }),
  environment: () => ({ MODEL_KEY: "dummy", SHELL: "/bin/bash" }),
  // Codex silently skips untrusted hooks.
  arguments: (prompt) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt],
  mcp: {
    settings: (server, command, args) => ({ [CONFIG_FILE]: serverTable(server, command, args) }),
    toolName: (server, tool) => `mcp__${server}__${tool}`,
  },
};

function config(project: string, modelUrl: string): string {
  return `model = "gpt-5.1"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
hooks = true

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`;
}

/** Before Codex calls the model, it waits only for servers that are required. */
function serverTable(server: string, command: string, args: readonly string[]): string {
  return `
[mcp_servers.${server}]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
required = true
`;
}
