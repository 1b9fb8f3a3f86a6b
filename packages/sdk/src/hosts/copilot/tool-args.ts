import { isObject } from "../../text/index.js";
import { parseJson } from "../../wire/message.js";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call as an object. Some versions send them as JSON text (GitHub's reference). Any other text is
 * the one argument of a tool such as `apply_patch`.
 */
export function argumentsIn(given: Arguments | string): Arguments {
  return typeof given === "string" ? (objectIn(given) ?? { input: given }) : given;
}

/** Returns whether a tool got one text instead of arguments. */
export function isOneText(given: unknown): given is string {
  return typeof given === "string" && objectIn(given) === undefined;
}

function objectIn(text: string): Arguments | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}
