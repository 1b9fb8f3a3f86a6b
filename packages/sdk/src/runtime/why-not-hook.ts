import { isMarked } from "../hook/hook-mark.js";

const EXPECTED = "expected a hook from defineHook";

/** Explains why a value is not a hook, with the most likely mistake. Returns `undefined` for a hook. */
export function whyNotHook(value: unknown): string | undefined {
  if (isMarked(value)) return undefined;
  if (typeof value === "function") return `${EXPECTED}, got a function: pass the hook that it returns`;
  if (Array.isArray(value)) return `${EXPECTED}, got an array`;
  if (typeof value !== "object" || value === null) return `${EXPECTED}, got ${value === null ? "null" : typeof value}`;
  if ("then" in value) return `${EXPECTED}, got a promise: await it first`;
  if (isTool(value)) return `${EXPECTED}, got a tool: put it into the tools of a hook`;
  if (Object.keys(value).join() === "name")
    return `${EXPECTED}, got { name }: in compose, it must be the first argument`;
  return `${EXPECTED}, got an object: wrap it, as in defineHook({ ... })`;
}

/** Whether a value is a tool or a promise. For these, a list of the keys that a hook must not have would not help. */
export function isToolOrPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isMarked(value) && (isTool(value) || "then" in value);
}

function isTool(value: object): boolean {
  return "input" in value && "run" in value;
}
