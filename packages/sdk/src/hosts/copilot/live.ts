import type { Commands, LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiResponses } from "../../host-tools/live/model-servers/openai-responses.js";

export const live: LiveAgent = {
  package: "@github/copilot",
  program: "copilot",
  modelApi: openaiResponses,
  shellCall: (command) => ({ tool: "bash", arguments: { command, description: "d" } }),
  hooksFile: ".copilot/hooks/agent-hook.json",
  hooksOf,
  settings: () => ({}),
  environment: (modelUrl) => ({
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_MODEL: "gpt-5.4",
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_WIRE_API: "responses",
  }),
  arguments: (prompt) => ["--no-auto-update", "--allow-all-tools", "-p", prompt],
};

function hooksOf(commands: Commands, timeoutSec: number): object {
  const entries = Object.entries(commands).map(([event, bash]) => [event, [{ type: "command", bash, timeoutSec }]]);
  return { version: 1, hooks: Object.fromEntries(entries) };
}
