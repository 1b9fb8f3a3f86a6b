import { framedText } from "../../host-tools/framed-json.js";
import type { LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiResponses } from "../../host-tools/live/model-servers/openai-responses.js";
import { FRAME } from "./plugin.js";

const FOLDER = ".config/opencode";

export const live: LiveAgent = {
  package: "opencode-ai",
  // It replaces a file that prints an error by the program for this machine.
  runsInstallScript: true,
  program: "opencode",
  modelApi: openaiResponses,
  shellCall: (command) => ({ tool: "bash", arguments: { command, description: "d" } }),
  hooksFile: `${FOLDER}/plugin/agent-hook.js`,
  hooksOf: (commands, timeout) => ({
    hooks: Object.fromEntries(Object.entries(commands).map(([event, command]) => [event, [{ command, timeout }]])),
  }),
  hooksText: (hooks) => framedText(FRAME, JSON.stringify(hooks, undefined, 2)),
  settings: (_, modelUrl) => ({
    [`${FOLDER}/opencode.json`]: JSON.stringify(configOf(modelUrl)),
    ...installed(FOLDER),
  }),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_FFF: "1",
    OPENCODE_DISABLE_PRUNE: "1",
  }),
  arguments: (prompt) => ["run", "--", ...wordsOf(prompt)],
  projectFiles: () => installed(".opencode"),
  mcp: {
    settings: (server, command, args) => ({
      [`${FOLDER}/opencode.jsonc`]: JSON.stringify({
        mcp: { [server]: { type: "local", command: [command, ...args] } },
      }),
    }),
    toolName: (server, tool) => `${server}_${tool}`,
  },
};

/**
 * opencode joins its arguments with a space, puts quotes around one with spaces, and throws at one that is a number. So
 * the JSON of a call has none.
 */
function wordsOf(prompt: string): string[] {
  const json = prompt.indexOf("{");
  const [head, call] = json < 0 ? [prompt, ""] : [prompt.slice(0, json), prompt.slice(json)];
  return (head + call.replaceAll(" ", "\\u0020")).split(" ");
}

/** Otherwise, opencode installs a package of 64 MB for plugins into each of its folders when it starts. */
function installed(folder: string) {
  const root = { dependencies: { "@opencode-ai/plugin": "1" } };
  return {
    [`${folder}/node_modules/.keep`]: "",
    [`${folder}/package-lock.json`]: JSON.stringify({ packages: { "": root } }),
  };
}

function configOf(modelUrl: string): object {
  const model = { tool_call: true, limit: { context: 100_000, output: 4000 } };
  return {
    provider: {
      fake: {
        npm: "@ai-sdk/openai",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "dummy" },
        models: { "fake-1": model },
      },
    },
    model: "fake/fake-1",
    small_model: "fake/fake-1",
    enabled_providers: ["fake"],
    snapshot: false,
  };
}
