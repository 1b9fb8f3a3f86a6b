import { InvalidArgumentError } from "commander";
import { isTooDeep, TOO_DEEP } from "./files/nesting.js";

/** The value of an option that is a time. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError("Expected milliseconds, a number above 0.");
  }
  return value;
}

/** The value of an option that is a JSON object. */
export function jsonObject(text: string): Record<string, unknown> {
  if (isTooDeep(text)) throw new InvalidArgumentError(`${TOO_DEEP}.`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The same sentence says it.
  }
  throw new InvalidArgumentError(`Expected a JSON object, such as '{"city":"Beijing"}'.`);
}

/** The value of an option that is a list with commas. */
export function words(text: string): string[] {
  const list = text.split(",").map((word) => word.trim());
  if (list.includes("")) throw new InvalidArgumentError("Expected words with commas between them.");
  return list;
}
