import { didYouMean } from "@agent-hook/protocol/text";
import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/adapter";
import type { Hook } from "../protocol/hook.js";
import { ownMethods } from "./own-methods.js";

/** What a hook of ours may have, and none of Civic's has. */
export const HANDLERS = ["beforeTool", "afterTool", "approveTool", "beforeLlm", "afterLlm"];

/**
 * The methods that a hook has of its own; at least one. A hook that is never asked lets everything pass: what looks like a
 * guard and is none is refused. `by` is the function that was given it.
 */
export function assertMethods(hook: Hook, by: string): readonly MethodName[] {
  if (typeof hook !== "object" || hook === null) {
    const got = typeof hook === "function" ? "a class: pass an instance, with new" : String(hook);
    throw new TypeError(`${by}: expected an instance of a Civic hook, got ${got}`);
  }
  const own = ownMethods(hook);
  // A helper may be called so beside the method itself.
  const isHelper = (meant: string) => own.some((name) => meant.includes(`"${name}"`));
  const unheard = processMembers(hook).map((name) => ({ name, meant: meantBy(name) }));
  const misspelt = unheard.filter(({ meant }) => meant !== "" && !isHelper(meant));
  if (misspelt.length > 0) {
    const names = misspelt.map(({ name, meant }) => `${name}${meant}`).join(", ");
    throw new TypeError(
      `${by}: "${hook.name}" has what is no method of @civic/hook-common 0.9.0: ${names}. A method that is never asked lets everything pass: give it the name of one, or another that is not close to one`,
    );
  }
  const ours = HANDLERS.filter((name) => name in hook);
  if (ours.length > 0) {
    throw new TypeError(
      `${by}: "${hook.name}" has methods of Civic's and ${ours.join(", ")}: make two hooks of it, see compose`,
    );
  }
  if (own.length > 0) return own;
  throw new TypeError(
    `${by}: expected a hook with methods of @civic/hook-common 0.9.0, such as processCallToolRequest; "${hook.name}" has none of its own`,
  );
}

/** The functions whose names begin as those of methods do, and are none. */
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

/** Names of versions before 0.9.0 that are far from those of today. */
const OLDER: ReadonlyMap<string, MethodName> = new Map([
  ["processRequest", "processCallToolRequest"],
  ["processResponse", "processCallToolResult"],
  ["processToolException", "processCallToolError"],
  ["processToolsList", "processListToolsRequest"],
]);

function meantBy(name: string): string {
  const today =
    OLDER.get(name) ??
    name
      .replace("ToolCall", "CallTool")
      .replace("ToolsList", "ListTools")
      .replace(/Response$/, "Result")
      .replace(/(Transport)?(Error|Exception)$/, "Error");
  return didYouMean((METHOD_NAMES as readonly string[]).includes(today) ? today : name, METHOD_NAMES);
}
