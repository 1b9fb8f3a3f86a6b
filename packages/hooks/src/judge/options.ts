import type { ToolKind } from "@agent-hook/sdk";
import { z } from "zod";
import { toolKindSchema } from "../tool-kinds.js";
import { FIELDS, hasUnknownField } from "./template.js";

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "expected the name of an environment variable");

const modelSchema = z
  .strictObject({
    provider: z.enum(["openai-compatible", "anthropic"]),
    model: z.string().min(1),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), "expected an address without a user name or password")
      .optional(),
    apiKeyEnv: variable.optional(),
    structuredOutputs: z.boolean().default(true),
  })
  .refine(({ provider, baseUrl }) => provider === "anthropic" || baseUrl !== undefined, {
    path: ["baseUrl"],
    error: "expected the address of the server, such as http://127.0.0.1:11434/v1",
  });

export type ModelSettings = z.output<typeof modelSchema>;

const template = z
  .string()
  .refine((text) => text.includes("{{call}}"), "expected {{call}}, where the call is inserted")
  .refine((text) => !hasUnknownField(text), `expected only the fields ${FIELDS.join(", ")}`);

const others = {
  instructions: z.string().min(1).optional(),
  prompt: template.optional(),
  kinds: z.array(toolKindSchema).default(["shell", "write", "edit", "fetch", "mcp", "other"]),
  tools: z.array(z.string().min(1)).default([]),
  timeoutMs: z.int().min(100).max(50_000).default(15_000),
  retries: z.int().min(0).max(10).default(1),
  cache: z.int().min(0).max(100_000).default(1000),
  onFailure: z.enum(["deny", "ask"]).default("deny"),
  mode: z.enum(["enforce", "observe"]).default("enforce"),
} as const;

const selectsCalls = ({ kinds, tools }: { readonly kinds: readonly string[]; readonly tools: readonly string[] }) =>
  kinds.length + tools.length > 0;
const NO_CALLS = { path: ["kinds"], error: "expected at least one kind, or a name in tools" };

/** The options in a policy file. */
export const optionsSchema = z.strictObject({ model: modelSchema, ...others }).refine(selectsCalls, NO_CALLS);

/** With a model in code, which cannot be checked as data. */
export const instanceOptionsSchema = z
  .strictObject({ model: z.custom<JudgeModel>(isModel), ...others })
  .refine(selectsCalls, NO_CALLS);

/** Whether an option is a model of the AI SDK. */
export function isModel(value: unknown): value is JudgeModel {
  return typeof Object(value).doGenerate === "function";
}

/** A language model of the AI SDK, such as `anthropic("claude-haiku-4-5")` from `@ai-sdk/anthropic`. */
export interface JudgeModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(...options: never[]): PromiseLike<unknown>;
}

/** A model by its address, as a policy file names it. It never contains a key. */
export interface JudgeModelSettings {
  /** `openai-compatible` is also for local servers: Ollama, LM Studio, llama.cpp, vLLM. */
  readonly provider: "openai-compatible" | "anthropic";
  /** The name of the model at its server. */
  readonly model: string;
  /** The address of the API, without `/chat/completions`. Required for `openai-compatible`. */
  readonly baseUrl?: string | undefined;
  /**
   * The environment variable with the key. Default: `ANTHROPIC_API_KEY` for `anthropic`; for `openai-compatible`, no
   * key is sent.
   */
  readonly apiKeyEnv?: string | undefined;
  /** `false` for an OpenAI-compatible server that rejects a JSON Schema for its answer. Default: true. */
  readonly structuredOutputs?: boolean | undefined;
}

/** The options of `judge`. */
export interface JudgeOptions {
  /** The model that decides: a language model of the AI SDK, or its address. */
  readonly model: JudgeModel | JudgeModelSettings;
  /** Your rules for the model, in your words. They are added to the fixed system prompt. Default: none. */
  readonly instructions?: string | undefined;
  /**
   * The message about a call. `{{call}}` stands for the whole call; `{{tool}}`, `{{kind}}` and `{{cwd}}` for parts of
   * it. Default: a sentence and `{{call}}`.
   */
  readonly prompt?: string | undefined;
  /** Which kinds of tools are judged. Default: all except `read`, `search` and `plugin`. */
  readonly kinds?: readonly ToolKind[] | undefined;
  /** Tools that are judged whatever their kind, by the host's names. Default: none. */
  readonly tools?: readonly string[] | undefined;
  /** How long a decision may take with all retries, in milliseconds, from 100 to 50000. Default: 15000. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated if the server is down or busy, from 0 to 10. Default: 1. */
  readonly retries?: number | undefined;
  /** How many decisions are remembered while the process runs. 0: none. Default: 1000. */
  readonly cache?: number | undefined;
  /** What happens to a call without a valid answer. Default: `deny`. */
  readonly onFailure?: "deny" | "ask" | undefined;
  /** `observe` asks the model, logs its decision and lets every call pass. Default: `enforce`. */
  readonly mode?: "enforce" | "observe" | undefined;
}
