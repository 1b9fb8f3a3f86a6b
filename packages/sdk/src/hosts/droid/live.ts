import type { Commands, LiveAgent } from "../../host-tools/live/live-agent.js";
import { groupedHooks } from "../../host-tools/live/live-agent.js";
import { openaiChat } from "../../host-tools/live/model-servers/openai-chat.js";
import { tools } from "./tools.js";

/** Droid's file has the events at its top. */
const hooksOf = (commands: Commands, timeout: number): object =>
  (groupedHooks(commands, timeout) as { readonly hooks: object }).hooks;

export const live: LiveAgent = {
  package: "@factory/cli",
  packageVersion: "0.225.1",
  // The package names programs of its own version, which are not on the registry.
  extraPackages: [`@factory/cli-${process.platform}-${process.arch}@0.225.2`],
  program: "droid",
  modelApi: openaiChat,
  shellCall: (command) => tools.shell(command) as ReturnType<LiveAgent["shellCall"]>,
  hooksFile: ".factory/hooks.json",
  hooksOf,
  settings: (_, modelUrl) => ({
    ".factory/settings.json": JSON.stringify({
      customModels: [
        {
          model: "fake-1",
          displayName: "fake-1",
          baseUrl: `${modelUrl}/v1`,
          apiKey: "dummy",
          provider: "generic-chat-completion-api",
          maxOutputTokens: 4096,
        },
      ],
    }),
  }),
  environment: () => ({
    FACTORY_API_KEY: "fk-dummy",
    // Otherwise, Droid waits for its own servers at its start and end.
    FACTORY_AIRGAP_ENABLED: "true",
  }),
  skipsPrompt: true,
  arguments: (prompt) => ["exec", "--auto", "high", "-m", "custom:fake-1", prompt],
  mcp: {
    settings: (server, command, args) => ({
      ".factory/mcp.json": JSON.stringify({ mcpServers: { [server]: { type: "stdio", command, args } } }),
    }),
    toolName: (server, tool) => `${server}___${tool}`,
  },
};
