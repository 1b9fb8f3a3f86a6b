import { groupedHooks, type LiveAgent } from "../../host-tools/live/live-agent.js";
import { anthropic } from "../../host-tools/live/model-servers/anthropic.js";

const HOOKS_FILE = ".claude/settings.json";

export const live: LiveAgent = {
  package: "@anthropic-ai/claude-code",
  runsInstallScript: true,
  program: "claude",
  modelApi: anthropic,
  shellCall: (command) => ({ tool: "Bash", arguments: { command, description: "d" } }),
  hooksFile: HOOKS_FILE,
  hooksOf: groupedHooks,
  settings: () => ({}),
  environment: (modelUrl, temporary) => ({
    ANTHROPIC_API_KEY: "dummy",
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Claude Code does not use TMPDIR.
    CLAUDE_CODE_TMPDIR: temporary,
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
  }),
  arguments: (prompt) => ["--allowedTools=Bash,Read,Write,Edit", "-p", prompt],
  mcp: {
    settings: (server, command, args) => ({
      ".claude.json": JSON.stringify({ mcpServers: { [server]: { type: "stdio", command, args } } }),
      [HOOKS_FILE]: JSON.stringify({ permissions: { allow: [`mcp__${server}`] } }),
    }),
    toolName: (server, tool) => `mcp__${server}__${tool}`,
  },
};
