import { groupedHooks, type LiveAgent } from "../../host-tools/live/live-agent.js";
import { google } from "../../host-tools/live/model-servers/google.js";

const SETTINGS_FILE = ".gemini/settings.json";
const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false },
};

export const live: LiveAgent = {
  package: "@google/gemini-cli",
  program: "gemini",
  modelApi: google,
  shellCall: (command) => ({ tool: "run_shell_command", arguments: { command } }),
  hooksFile: SETTINGS_FILE,
  hooksOf: (commands, seconds) => groupedHooks(commands, seconds * 1000),
  settings: () => ({ [SETTINGS_FILE]: `${JSON.stringify(SETTINGS, undefined, 2)}\n` }),
  environment: (modelUrl) => ({
    GEMINI_API_KEY: "dummy",
    // Otherwise, Gemini CLI restarts itself with a larger heap.
    GEMINI_CLI_NO_RELAUNCH: "true",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GOOGLE_GEMINI_BASE_URL: modelUrl,
  }),
  // In headless runs, the shell tool is only available with yolo.
  arguments: (prompt) => ["--approval-mode", "yolo", "-m", "gemini-2.5-flash", "-p", prompt],
};
