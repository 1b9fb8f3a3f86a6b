import { InvalidArgumentError } from "commander";
import { isTooDeep, TOO_DEEP } from "./files/nesting.js";

/** Describes the option `--resident`. */
export const RESIDENT =
  "keep a process of the hook running, which answers in a few milliseconds. Linux with Perl; elsewhere, or if anything about it is wrong, the hook is started for the call as usual";

/** Parses an option whose value is a time. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError("Expected a number of milliseconds above 0.");
  }
  return value;
}

/** Parses an option whose value is a JSON object. */
export function jsonObject(text: string): Record<string, unknown> {
  if (isTooDeep(text)) throw new InvalidArgumentError(`${TOO_DEEP}.`);
  try {
    const value = JSON.parse(text);
    if (text.trimStart().startsWith("{")) return value;
  } catch {
    // Report the same error as for any other value.
  }
  throw new InvalidArgumentError(`Expected a JSON object, such as '{"city":"Beijing"}'.`);
}

/** Parses an option whose value is a comma-separated list. */
export function commaList(text: string): string[] {
  const list = text.split(",").map((word) => word.trim());
  if (list.includes("")) throw new InvalidArgumentError("Expected a comma-separated list.");
  return list;
}
