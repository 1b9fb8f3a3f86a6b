import * as z from "zod/mini";

/** A function, as in `check-options.ts`. */
export const levelSchema = () => z.enum(["allow", "ask", "deny"]);

/** What happens to a call: it passes, a person decides, or it is denied. */
export type Level = z.output<ReturnType<typeof levelSchema>>;

const ORDER: readonly Level[] = ["allow", "ask", "deny"];

export function isStricter(level: Level, than: Level): boolean {
  return ORDER.indexOf(level) > ORDER.indexOf(than);
}

export function strictestOf(levels: readonly Level[]): Level {
  return levels.reduce((strictest, level) => (isStricter(level, strictest) ? level : strictest), "allow");
}
