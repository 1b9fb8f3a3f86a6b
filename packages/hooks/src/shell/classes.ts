import { z } from "zod";
import { type Level, levelSchema as level } from "../level.js";

/** What a shell command can do that somebody would regret. */
export const CLASSES = {
  "destroys-system": "It can make the machine or the home folder unusable.",
  "loses-work": "It deletes or overwrites what cannot be brought back.",
  "reaches-outside": "It deletes files outside the project and the folders for temporary files.",
  "leaks-data": "It shows or sends a secret.",
  "runs-remote-code": "It runs code that comes from the network, or gives somebody a shell.",
  "rewrites-history": "It changes history that others may have.",
  obfuscated: "It runs code that a reader of the command cannot see.",
  unknown: "What it does cannot be told from its text.",
} as const;

export type ShellClass = keyof typeof CLASSES;

export const levelsSchema = z.strictObject({
  "destroys-system": level.default("deny"),
  "loses-work": level.default("deny"),
  "reaches-outside": level.default("ask"),
  "leaks-data": level.default("deny"),
  "runs-remote-code": level.default("deny"),
  "rewrites-history": level.default("deny"),
  obfuscated: level.default("deny"),
  unknown: level.default("allow"),
} satisfies Record<ShellClass, unknown>);

/**
 * The level of each class. Those left out keep their default: `deny`, but `ask` for `reaches-outside` and `allow` for
 * `unknown`.
 */
export type Levels = z.input<typeof levelsSchema>;

/** One thing that a rule found in a command. `project-rule`: a rule of the project's own. */
export interface Finding {
  readonly class: ShellClass | "project-rule";
  /** The rule's name, for example `rm-recursive`. */
  readonly rule: string;
  /** What the command would do, and the safe way. The model reads it. */
  readonly reason: string;
  /** The program and its arguments, as they would run. What is not known is `…`. */
  readonly command: string;
  /** The level of its class, or of a rule of the project. */
  readonly level: Level;
}
