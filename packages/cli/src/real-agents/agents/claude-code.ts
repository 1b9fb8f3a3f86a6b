import { anthropic } from "../model-servers/anthropic.js";
import { matchedHooks, type RealAgent } from "./agent.js";

export const claudeCode: RealAgent = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  dialect: anthropic,
  events: { beforeTool: "PreToolUse", afterTool: "PostToolUse" },
  shellCall: (command) => ({ tool: "Bash", arguments: { command, description: "d" } }),
  hooksFile: ".claude/settings.json",
  hooksOf: matchedHooks,
  settings: () => ({}),
  environment: (modelUrl) => ({
    ANTHROPIC_API_KEY: "dummy",
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
  }),
  arguments: (prompt) => ["--allowedTools=Bash,Read,Write,Edit", "-p", prompt],
};
