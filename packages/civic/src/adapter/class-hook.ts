import { type CivicHandlers, defineHook, type Hook } from "@agent-hook/sdk";
import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/adapter";
import { askHook } from "../chain/ask-hook.js";
import { HookChainError } from "../chain/hook-chain-error.js";
import type { Hook as CivicHook } from "../protocol/hook.js";
import { METHODS } from "../protocol/methods.js";

/** Civic's hooks have no deadline; its proxy gives up on a server after 60 s. */
const DEADLINE_MS = 55_000;

/** Whether this is an instance of a hook class of Civic's. */
export function isCivicHook(hook: unknown): hook is CivicHook {
  return typeof hook === "object" && hook !== null && METHOD_NAMES.some((name) => name in hook);
}

/** An instance of a hook class of Civic's as a hook of ours, for Civic's proxy alone. What it throws is what is said. */
export function asNative(civicHook: CivicHook): Hook {
  // What is no function is refused when it is asked: a guard that is misspelt is no leave to go on.
  const names = METHOD_NAMES.filter((name) => civicHook[name] !== undefined);
  const handlers = Object.fromEntries(names.map((name) => [name, (input: unknown) => call(civicHook, name, input)]));
  return defineHook({
    name: civicHook.name,
    onFailure: "block",
    deadlines: { interceptMs: DEADLINE_MS },
    native: { civic: handlers as CivicHandlers<{}> },
  });
}

async function call(civicHook: CivicHook, method: MethodName, input: unknown): Promise<unknown> {
  const { fields } = METHODS[method];
  const parameters = fields.length === 0 ? [input] : fields.map((field) => (input as Record<string, unknown>)[field]);
  try {
    return await askHook(civicHook, method, parameters);
  } catch (thrown) {
    throw HookChainError.of(thrown);
  }
}
