import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { boundedFetch } from "./bounded-fetch.js";
import { JudgeFailure } from "./failure.js";
import { isModel, type JudgeModel, type ModelSettings } from "./options.js";

/** What this hook uses of the package `ai`. Its own types need the DOM's. */
interface AiPackage {
  generateText(options: object): Promise<{ readonly text: string; readonly finishReason: string }>;
  jsonSchema(schema: object): object;
  readonly Output: { object(options: object): object };
}

interface ProviderOptions {
  readonly baseURL?: string;
  readonly apiKey?: string;
  readonly fetch: typeof fetch;
}

interface OpenAiCompatiblePackage {
  createOpenAICompatible(
    options: ProviderOptions & { readonly name: string; readonly supportsStructuredOutputs: boolean },
  ): (model: string) => JudgeModel;
}

interface AnthropicPackage {
  createAnthropic(options: ProviderOptions): (model: string) => JudgeModel;
}

/** The AI SDK, and the model to ask. */
export interface LoadedModel {
  readonly ai: AiPackage;
  readonly model: JudgeModel;
}

/**
 * Loads the AI SDK and returns the model to ask. Throws a `JudgeFailure` if a package is not installed, or if there is
 * no key in the environment variable that the settings name.
 */
export function loadModel(settings: JudgeModel | ModelSettings): LoadedModel {
  if (isModel(settings)) {
    const [ai] = load<[AiPackage]>("ai");
    return { ai, model: settings };
  }
  const { provider, model, baseUrl, structuredOutputs } = settings;
  const shared = { ...(baseUrl === undefined ? {} : { baseURL: baseUrl }), ...keyOf(settings), fetch: boundedFetch };
  if (provider === "anthropic") {
    const [ai, { createAnthropic }] = load<[AiPackage, AnthropicPackage]>("ai", "@ai-sdk/anthropic");
    return { ai, model: createAnthropic(shared)(model) };
  }
  const [ai, own] = load<[AiPackage, OpenAiCompatiblePackage]>("ai", "@ai-sdk/openai-compatible");
  const more = { name: "judge", supportsStructuredOutputs: structuredOutputs };
  return { ai, model: own.createOpenAICompatible({ ...shared, ...more })(model) };
}

function keyOf({ provider, apiKeyEnv }: ModelSettings): { readonly apiKey?: string } {
  const variable = apiKeyEnv ?? (provider === "anthropic" ? "ANTHROPIC_API_KEY" : undefined);
  if (variable === undefined) return {};
  const apiKey = process.env[variable];
  if (!apiKey) throw new JudgeFailure(`expected a key in the environment variable ${variable}, which is not set`);
  return { apiKey };
}

/**
 * Loads optional packages from the folder of this file or above it. With `require`, because a bundler would include the
 * packages that it finds, and a startup snapshot cannot import one.
 */
function load<Packages extends unknown[]>(...names: readonly string[]): Packages {
  const require = createRequire(import.meta.url);
  try {
    return names.map((name) => require(name)) as Packages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    const [folder] = dirname(fileURLToPath(import.meta.url)).split(/[\\/]node_modules[\\/]/);
    const problem = `the AI SDK is not installed: run "npm install ${names.join(" ")}" in ${folder}`;
    throw new JudgeFailure(problem, { cause: error });
  }
}
