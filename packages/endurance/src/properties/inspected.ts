import { inspect } from "node:util";

/** Formats a value in full for an error of a stress test. A shrunk case is small. */
export function inspectFully(value: unknown): string {
  return inspect(value, { depth: 20, breakLength: 120 });
}
