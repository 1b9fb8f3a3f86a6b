import { groupedHooks, type LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiChat } from "../../host-tools/live/model-servers/openai-chat.js";

const SETTINGS_FILE = ".qwen/settings.json";
const SETTINGS = {
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  // Otherwise, Qwen Code calls the model once more after each turn.
  memory: { enableManagedAutoMemory: false },
};

export const live: LiveAgent = {
  package: "@qwen-code/qwen-code",
  extraPackages: ["node@22"],
  program: "qwen",
  modelApi: openaiChat,
  shellCall: (command) => ({ tool: "run_shell_command", arguments: { command, is_background: false } }),
  hooksFile: SETTINGS_FILE,
  hooksOf: groupedHooks,
  settings: () => ({ [SETTINGS_FILE]: `${JSON.stringify(SETTINGS, undefined, 2)}\n` }),
  environment: (modelUrl) => ({
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_MODEL: "fake-1",
    // Otherwise, Qwen Code restarts itself with a larger heap.
    QWEN_CODE_NO_RELAUNCH: "true",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
  }),
  // In headless runs, the shell tool is only available with yolo.
  arguments: (prompt) => ["--approval-mode", "yolo", "-p", prompt],
  mcp: {
    settings: (server, command, args) => ({
      [SETTINGS_FILE]: JSON.stringify({ mcpServers: { [server]: { command, args, trust: true } } }),
    }),
    toolName: (server, tool) => `mcp__${server}__${tool}`,
  },
};
