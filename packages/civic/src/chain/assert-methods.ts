import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/internal/adapter";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import type { Hook } from "../protocol/hook.js";
import { ownMethods } from "./own-methods.js";

/** Handlers of our hooks that Civic's hooks do not have. */
export const HANDLERS = ["onPrompt", "beforeTool", "afterTool", "approveTool", "beforeLlm", "afterLlm"];

/**
 * Returns the methods that a hook defines itself. Throws a `TypeError` if there are none, or if a method is misspelled: a
 * method that is never called lets everything pass, so the hook would only look like a guard. Also throws if `hook` is
 * not an instance, or has handlers of our hooks too. `by` is the name of the calling function.
 */
export function assertMethods(hook: Hook, by: string): readonly MethodName[] {
  if (typeof hook !== "object" || hook === null) {
    const got = typeof hook === "function" ? "a class: pass an instance, created with new" : String(hook);
    throw new TypeError(`${by}: expected an instance of a Civic hook, got ${got}`);
  }
  const own = ownMethods(hook);
  // A helper may have a name that is similar to a method's if the hook also defines that method.
  const isHelper = (suggestion: string) => own.some((name) => suggestion.includes(`"${name}"`));
  const uncalled = processMembers(hook).map((name) => ({ name, meant: suggestionFor(name) }));
  const misspelt = uncalled.filter(({ meant: suggestion }) => suggestion !== "" && !isHelper(suggestion));
  if (misspelt.length > 0) {
    const names = misspelt.map(({ name, meant: suggestion }) => `${name}${suggestion}`).join(", ");
    throw new TypeError(
      `${by}: "${hook.name}" has functions that are not methods of @civic/hook-common 0.9.0: ${names}. A method that is never called lets everything pass: use a method's name, or a name that does not resemble one`,
    );
  }
  const ours = HANDLERS.filter((name) => name in hook);
  if (ours.length > 0) {
    throw new TypeError(
      `${by}: "${hook.name}" has methods of a Civic hook and ${ours.join(", ")}: split it into two hooks, see compose`,
    );
  }
  if (own.length > 0) return own;
  throw new TypeError(
    `${by}: expected a hook with methods of @civic/hook-common 0.9.0, such as processCallToolRequest; "${hook.name}" has none of its own`,
  );
}

/** Returns the names of a hook's functions that begin with `process` but are not methods of Civic's hooks. */
export function processMembers(hook: object): string[] {
  const names = chainOf(hook).flatMap((owner) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner))
      .filter(([name, { value }]) => name.startsWith("process") && typeof value === "function")
      .map(([name]) => name),
  );
  return [...new Set(names)].filter((name) => !(METHOD_NAMES as readonly string[]).includes(name));
}

function chainOf(hook: object): object[] {
  const owners: object[] = [];
  for (let owner = hook; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    owners.push(owner);
  }
  return owners;
}

/** Names from before 0.9.0 that differ a lot from today's. */
const OLDER: ReadonlyMap<string, MethodName> = new Map([
  ["processRequest", "processCallToolRequest"],
  ["processResponse", "processCallToolResult"],
  ["processToolException", "processCallToolError"],
  ["processToolsList", "processListToolsRequest"],
]);

function suggestionFor(name: string): string {
  const today =
    OLDER.get(name) ??
    name
      .replace("ToolCall", "CallTool")
      .replace("ToolsList", "ListTools")
      .replace(/Response$/, "Result")
      .replace(/(Transport)?(Error|Exception)$/, "Error");
  return didYouMean((METHOD_NAMES as readonly string[]).includes(today) ? today : name, METHOD_NAMES);
}
