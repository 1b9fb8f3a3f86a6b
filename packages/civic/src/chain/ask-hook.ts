import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import type { z } from "zod";
import { answerSchemas } from "../protocol/answers.js";
import type { Hook } from "../protocol/hook.js";
import { METHODS, type Phase } from "../protocol/methods.js";
import { abortIn } from "./hook-chain-error.js";
import { isPassThrough } from "./own-methods.js";

/** A method that is not a function, or an invalid answer: a bug in the hook. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";
}

/** A valid answer of a method for its phase. */
export interface Answer {
  readonly resultType: "continue" | "respond" | "continueAsync";
  readonly request?: unknown;
  readonly response?: unknown;
  readonly callback?: (response: unknown, error: unknown) => unknown;
}

const CONTINUE = '{ resultType: "continue" }';
const RESPOND = '{ resultType: "respond", response }';
const LATER = '{ resultType: "continueAsync", request, response, callback }';
const EXPECTED: Readonly<Record<Phase, string>> = {
  request: `{ resultType: "continue", request }, ${RESPOND} or ${LATER}`,
  result: '{ resultType: "continue", response }',
  error: `${CONTINUE} or ${RESPOND}`,
  notification: '{ resultType: "continue", notification }',
  "notification error": CONTINUE,
};

/**
 * Calls a method of a hook. Returns `undefined` if the hook does not define the method or only inherits the default
 * that lets everything pass. Rejects with what the method threw, with the error of an `abort`, or with `InvalidAnswer`.
 */
export async function askHook(hook: Hook, name: MethodName, args: readonly unknown[]): Promise<Answer | undefined> {
  const method: unknown = hook[name];
  if (method === undefined || isPassThrough(name, method)) return undefined;
  if (typeof method !== "function") {
    throw new InvalidAnswer(`hook "${hook.name}": expected a function as ${name}, got ${describeValue(method)}`);
  }
  const answer: unknown = await method.apply(hook, args);
  const aborted = abortIn(answer);
  if (aborted) throw aborted;
  if (METHODS[name].phase === "result" && isUnchangedResult(answer, args[0]))
    return { resultType: "continue", response: args[0] };
  return validAnswer(hook, name, answer);
}

/** Whether an answer is the unchanged result that the hook received. Mistakes in such a result are the server's. */
function isUnchangedResult(answer: unknown, shown: unknown): boolean {
  const { resultType, response } = Object(answer) as Record<string, unknown>;
  return resultType === "continue" && response === shown && typeof shown === "object" && shown !== null;
}

function validAnswer(hook: Hook, name: MethodName, answer: unknown): Answer {
  const schema = answerSchemas[name];
  const { phase } = METHODS[name];
  const { resultType, request, response, callback } = Object(answer) as Record<string, unknown>;
  if (phase === "request" && resultType === "continueAsync" && typeof callback === "function") {
    const { request: next } = checkAnswer(hook, name, schema, { resultType: "continue", request });
    const { response: now } = checkAnswer(hook, name, schema, { resultType: "respond", response });
    const later = (...ending: [unknown, unknown]) => callback.apply(answer, ending);
    return { resultType, request: next, response: now, callback: later };
  }
  return checkAnswer(hook, name, schema, answer);
}

function checkAnswer(hook: Hook, name: MethodName, schema: z.ZodType, answer: unknown): Answer {
  const outcome = schema.safeParse(answer);
  if (outcome.success) return outcome.data as Answer;
  const [issue] = outcome.error.issues;
  const where = issue?.path.join(".") ?? "";
  const why = where === "" || where === "resultType" ? "" : ` (at ${where}: ${issue?.message})`;
  throw new InvalidAnswer(
    `hook "${hook.name}" answered ${name} with ${describeValue(answer)}${why}: return ${EXPECTED[METHODS[name].phase]}; to deny, throw`,
  );
}

/** Describes a value without its contents. Tool arguments and results must not appear in messages. */
function describeValue(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object" || value === null) return typeof value === "string" ? "a string" : String(value);
  const { resultType, ...rest } = value as Record<string, unknown>;
  const fields = resultType === undefined ? [] : [`resultType: ${JSON.stringify(resultType) ?? typeof resultType}`];
  return `{ ${[...fields, ...Object.keys(rest)].join(", ")} }`;
}
