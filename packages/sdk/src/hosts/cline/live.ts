import type { LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiChat } from "../../host-tools/live/model-servers/openai-chat.js";
import { isObject } from "../../text/index.js";
import { SCRIPTS } from "./scripts.js";
import { tools } from "./tools.js";

const FOLDER = ".cline/hooks";

export const live: LiveAgent = {
  package: "cline",
  program: "cline",
  modelApi: openaiChat,
  shellCall: (command) => tools.shell(command) as ReturnType<LiveAgent["shellCall"]>,
  hooksFile: `${FOLDER}/agent-hook.json`,
  hooksOf: (commands) => ({
    hooks: Object.fromEntries(Object.entries(commands).map(([event, command]) => [event, [{ name: "h", command }]])),
  }),
  hooksFiles: (hooks) =>
    Object.fromEntries(Object.entries(listsIn(hooks)).flatMap(([event, list]) => files(event, list))),
  settings: (_, modelUrl) => ({
    ".cline/data/settings/providers.json": JSON.stringify({
      version: 1,
      lastUsedProvider: "openai-compatible",
      modes: {},
      providers: {
        "openai-compatible": {
          settings: { provider: "openai-compatible", apiKey: "dummy", model: "fake-1", baseUrl: `${modelUrl}/v1` },
          updatedAt: "2026-01-01T00:00:00.000Z",
          tokenSource: "manual",
        },
      },
    }),
  }),
  environment: () => ({
    // Otherwise, Cline starts a process that stays, on one port for all homes.
    CLINE_SESSION_BACKEND_MODE: "local",
    CLINE_NO_AUTO_UPDATE: "1",
  }),
  denialEndsTurn: true,
  skipsPrompt: true,
  arguments: (prompt) => [prompt],
  mcp: {
    settings: (server, command, args) => ({
      ".cline/data/settings/cline_mcp_settings.json": JSON.stringify({ mcpServers: { [server]: { command, args } } }),
    }),
    toolName: (server, tool) => `${server}__${tool}`,
  },
};

function listsIn(hooks: object): Readonly<Record<string, unknown>> {
  return "hooks" in hooks && isObject(hooks.hooks) ? hooks.hooks : {};
}

function files(event: string, list: unknown): [name: string, text: string][] {
  const names = SCRIPTS.namesAt(event);
  return (Array.isArray(list) ? list : []).map((hook, index) => [`${FOLDER}/${names[index]}`, SCRIPTS.write(hook)]);
}
