import { openaiResponses } from "../model-servers/openai-responses.js";
import { matchedHooks, type RealAgent } from "./agent.js";

export const codex: RealAgent = {
  name: "codex",
  title: "Codex",
  program: "codex",
  dialect: openaiResponses,
  events: { beforeTool: "PreToolUse", afterTool: "PostToolUse" },
  shellCall: (command) => ({ tool: "exec_command", arguments: { cmd: command } }),
  hooksFile: ".codex/hooks.json",
  hooksOf: matchedHooks,
  settings: ({ project }, modelUrl) => ({ ".codex/config.toml": config(project, modelUrl) }),
  environment: () => ({ MODEL_KEY: "dummy", SHELL: "/bin/bash" }),
  // Codex silently skips untrusted hooks.
  arguments: (prompt) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", prompt],
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
