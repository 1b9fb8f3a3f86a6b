import { type CivicHandlers, defineHook, type Hook } from "@agent-hook/sdk";
import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/internal/adapter";
import { askHook } from "../chain/ask-hook.js";
import { assertMethods, HANDLERS, processMembers } from "../chain/assert-methods.js";
import { HookChainError } from "../chain/hook-chain-error.js";
import { isIntended } from "../chain/intended-error.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import { METHODS } from "../protocol/methods.js";

/** Civic's hooks have no deadline. Civic's proxy stops waiting for a server after 60 s. */
const DEADLINE_MS = 55_000;

/**
 * Whether a value is meant as a Civic hook: an instance of a hook class, even with misspelled methods, or the class
 * itself.
 */
export function isCivicHook(hook: unknown): hook is CivicHook {
  if (typeof hook === "function") return isCivicHook(hook.prototype);
  if (typeof hook !== "object" || hook === null) return false;
  if (METHOD_NAMES.some((name) => name in hook)) return true;
  return processMembers(hook).length > 0 && !HANDLERS.some((name) => name in hook);
}

/**
 * Wraps an instance of a Civic hook class as one of our hooks, which works only with Civic's proxy. An error that the
 * instance throws to deny reaches the client; any other error is a failure. Throws a `TypeError` if `civicHook` is not
 * an instance, has no methods of its own or has misspelled methods.
 */
export function asNative(civicHook: CivicHook): Hook {
  // A member that is not a function fails when it is called: a broken guard must not let calls pass.
  const names = assertMethods(civicHook, "serveCivic");
  const handlers = Object.fromEntries(names.map((name) => [name, (input: unknown) => call(civicHook, name, input)]));
  return defineHook({
    name: civicHook.name,
    onFailure: "block",
    deadlines: { interceptMs: DEADLINE_MS },
    native: { civic: handlers as CivicHandlers<{}> },
  });
}

const validated = new WeakSet<object>();

/**
 * Whether an answer of a class hook was validated already. A result that the hook passes on unchanged was not
 * validated.
 */
export function isValidated(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && validated.has(answer);
}

async function call(civicHook: CivicHook, method: MethodName, input: unknown): Promise<unknown> {
  const { fields } = METHODS[method];
  const parameters = fields.length === 0 ? [input] : fields.map((field) => (input as Record<string, unknown>)[field]);
  try {
    const answer = await askHook(civicHook, method, parameters);
    if (answer !== undefined && answer.response !== parameters[0]) validated.add(answer);
    return answer;
  } catch (thrown) {
    throw isIntended(thrown) ? HookChainError.of(thrown) : thrown;
  }
}
