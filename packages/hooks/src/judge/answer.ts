import { z } from "zod";
import { levelSchema } from "../level.js";
import { JudgeFailure } from "./failure.js";

const verdictSchema = z.strictObject({ decision: levelSchema(), reason: z.string() });

/** What a model decided. */
export type Verdict = z.output<typeof verdictSchema>;

/**
 * The shape of an answer as JSON Schema. docker-agent's `pre_tool_use_decision` has the same one. Every field is
 * required, because OpenAI's strict mode needs that.
 */
export const ANSWER_SCHEMA = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["allow", "ask", "deny"] },
    reason: { type: "string", description: "one short sentence" },
  },
  required: ["decision", "reason"],
  additionalProperties: false,
} as const;

/** In characters. */
const MAX_ANSWER_LENGTH = 10_000;
const MAX_REASON_LENGTH = 500;

/**
 * Returns the decision in an answer. Throws a `JudgeFailure` for everything that is not exactly a decision: JSON that is
 * quoted within prose may be part of the call. Only a code fence around the whole answer is accepted.
 */
export function verdictIn(answer: string): Verdict {
  if (answer.length > MAX_ANSWER_LENGTH) throw new JudgeFailure("the answer is too long");
  const text = withoutFence(answer.trim());
  // For a repeated key, JSON.parse takes the last value. Another reader might take the first.
  if (text.split('"decision"').length > 2) throw new JudgeFailure("the answer has more than one decision");
  const { data } = verdictSchema.safeParse(json(text));
  if (data === undefined)
    throw new JudgeFailure('expected {"decision": "allow" | "ask" | "deny", "reason": "..."} as the answer');
  return { decision: data.decision, reason: oneLine(data.reason) };
}

function withoutFence(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const isFenced = /^```(?:json)?\s*$/.test(first) && rest.at(-1)?.trim() === "```";
  return isFenced ? rest.slice(0, -1).join("\n") : text;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A person and the agent's model read the reason: it is short, and cannot control a terminal. */
function oneLine(reason: string): string {
  const plain = reason.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return plain.length > MAX_REASON_LENGTH ? `${plain.slice(0, MAX_REASON_LENGTH)}...` : plain;
}
