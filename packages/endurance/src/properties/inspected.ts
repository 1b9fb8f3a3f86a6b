import { inspect } from "node:util";

/** A value in an error of a trial: whole, since a shrunk case is small. */
export function inspected(value: unknown): string {
  return inspect(value, { depth: 20, breakLength: 120 });
}
