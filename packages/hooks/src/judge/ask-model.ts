import { unlessAborted } from "../unless-aborted.js";
import { ANSWER_SCHEMA, type Verdict, verdictIn } from "./answer.js";
import { JudgeFailure } from "./failure.js";
import { loadModel } from "./model.js";
import { isModel, type JudgeModel, type ModelSettings } from "./options.js";
import type { Prompt } from "./prompt.js";

/** A question to a model. */
export interface ModelQuestion {
  readonly model: JudgeModel | ModelSettings;
  readonly prompt: Prompt;
  readonly retries: number;
  /** Ends the question, with all retries. */
  readonly signal: AbortSignal;
}

/** Asks a model to decide. Rejects if it gives no valid decision. */
export async function askModel({ model: settings, prompt, retries, signal }: ModelQuestion): Promise<Verdict> {
  const { ai, model } = loadModel(settings);
  const { generateText, jsonSchema, Output } = ai;
  const hasSchema = isModel(settings) || settings.structuredOutputs;
  const output = hasSchema ? { output: Output.object({ name: "decision", schema: jsonSchema(ANSWER_SCHEMA) }) } : {};
  const answer = generateText({
    model,
    system: prompt.system,
    prompt: prompt.message,
    ...output,
    maxRetries: retries,
    abortSignal: signal,
  });
  const { text, finishReason } = await unlessAborted(signal, answer.catch(rejectedAnswer));
  // Everything else is incomplete or a refusal, even if it can be parsed.
  if (finishReason !== "stop")
    throw new JudgeFailure(`the model did not finish its answer (${reasonIn(finishReason)})`);
  return verdictIn(text);
}

/** Returns the text that the AI SDK rejected because it is not JSON: `verdictIn` accepts JSON in a code fence. */
function rejectedAnswer(error: unknown): { readonly text: string; readonly finishReason: string } {
  const { name, text, finishReason } = Object(error) as Readonly<Record<string, unknown>>;
  if (name !== "AI_NoObjectGeneratedError" || typeof text !== "string") throw error;
  return { text, finishReason: String(finishReason) };
}

function reasonIn(finishReason: unknown): string {
  const known = ["length", "content-filter", "tool-calls", "error"];
  return known.find((reason) => reason === finishReason) ?? "other";
}
