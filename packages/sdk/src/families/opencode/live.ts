import { framedText } from "../../host-tools/framed-json.js";
import type { LiveAgent } from "../../host-tools/live/live-agent.js";
import { openaiResponses } from "../../host-tools/live/model-servers/openai-responses.js";
import { frameOf } from "./plugin.js";
import type { Program } from "./program.js";

/** The packages of a program. */
type Packages = Pick<LiveAgent, "package" | "runsInstallScript"> & {
  /** The package with the types of plugins. */
  readonly pluginPackage: string;
};

export function liveOf(program: Program, { pluginPackage, ...own }: Packages): LiveAgent {
  const { name } = program;
  const folder = `.config/${name}`;
  const frame = frameOf(program);
  const variable = (rest: string) => `${name.toUpperCase()}_DISABLE_${rest}`;
  return {
    ...own,
    program: name,
    modelApi: openaiResponses,
    shellCall: (command) => ({ tool: "bash", arguments: { command, description: "d" } }),
    hooksFile: `${folder}/plugin/agent-hook.js`,
    hooksOf: (commands, timeout) => ({
      hooks: Object.fromEntries(Object.entries(commands).map(([event, command]) => [event, [{ command, timeout }]])),
    }),
    hooksText: (hooks) => framedText(frame, JSON.stringify(hooks, undefined, 2)),
    settings: (_, modelUrl) => ({
      [`${folder}/${name}.json`]: JSON.stringify(configOf(modelUrl)),
      ...installed(folder, pluginPackage),
    }),
    environment: () =>
      Object.fromEntries(
        ["AUTOUPDATE", "DEFAULT_PLUGINS", "LSP_DOWNLOAD", "MODELS_FETCH", "FFF", "PRUNE"].map((rest) => [
          variable(rest),
          "1",
        ]),
      ),
    arguments: (prompt) => ["run", "--", ...wordsOf(prompt)],
    projectFiles: () => installed(`.${name}`, pluginPackage),
    mcp: {
      settings: (server, command, args) => ({
        [`${folder}/${name}.jsonc`]: JSON.stringify({
          mcp: { [server]: { type: "local", command: [command, ...args] } },
        }),
      }),
      toolName: (server, tool) => `${server}_${tool}`,
    },
  };
}

/**
 * The program joins its arguments with a space, puts quotes around one with spaces, and throws at one that is a number.
 * So the JSON of a call has none.
 */
function wordsOf(prompt: string): string[] {
  const json = prompt.indexOf("{");
  const [head, call] = json < 0 ? [prompt, ""] : [prompt.slice(0, json), prompt.slice(json)];
  return (head + call.replaceAll(" ", "\\u0020")).split(" ");
}

/** Otherwise, the program installs a package of 64 MB for plugins into each of its folders when it starts. */
function installed(folder: string, pluginPackage: string) {
  const root = { dependencies: { [pluginPackage]: "1" } };
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
