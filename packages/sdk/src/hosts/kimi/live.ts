import { parse, stringify } from "smol-toml";
import type { LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiChat } from "../../host-tools/live/model-servers/openai-chat.js";
import { TOML } from "./toml-hooks.js";
import { tools } from "./tools.js";

const CONFIG_FILE = ".kimi-code/config.toml";

export const live: LiveAgent = {
  package: "@moonshot-ai/kimi-code",
  extraPackages: ["node@24"],
  program: "kimi",
  modelApi: openaiChat,
  shellCall: (command) => tools.shell(command) as ReturnType<LiveAgent["shellCall"]>,
  hooksFile: CONFIG_FILE,
  hooksOf: (commands, timeout) => ({
    hooks: Object.fromEntries(Object.entries(commands).map(([event, command]) => [event, [{ command, timeout }]])),
  }),
  hooksText: (hooks, before) => stringify({ ...parse(before), ...TOML.write({ ...hooks }) }),
  settings: (_, modelUrl) => ({ [CONFIG_FILE]: config(modelUrl) }),
  environment: () => ({}),
  arguments: (prompt) => ["-p", prompt],
  mcp: {
    settings: (server, command, args) => ({
      ".kimi-code/mcp.json": JSON.stringify({ mcpServers: { [server]: { command, args } } }),
    }),
    toolName: (server, tool) => `mcp__${server}__${tool}`,
  },
};

function config(modelUrl: string): string {
  return `default_model = "fake-1"

[providers.fake]
type = "openai"
base_url = "${modelUrl}/v1"
api_key = "dummy"

[models.fake-1]
provider = "fake"
model = "fake-1"
max_context_size = 100000
`;
}
