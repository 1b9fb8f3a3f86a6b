import * as z from "zod/mini";
import { type Level, levelSchema as level } from "../level.js";

/** The classes that a command can belong to, and what a command of each class does. */
export const CLASSES = {
  "destroys-system": "It can make the machine or the home folder unusable.",
  "loses-work": "It deletes or overwrites what cannot be brought back.",
  "may-lose-work": "It deletes what a service stores, or a file or branch in git that it names. A copy may be left.",
  "reaches-outside":
    "It changes, deletes or sends files outside the project and the folders for temporary files, or gets more rights.",
  "leaks-data": "It shows or sends a secret.",
  "runs-remote-code": "It runs code that comes from the network, or gives somebody a shell.",
  "rewrites-history": "It changes history that others may have.",
  obfuscated: "It runs code that a reader of the command cannot see.",
  unknown: "Its text does not show what it does.",
} as const;

export type ShellClass = keyof typeof CLASSES;

/** A function, as in `check-options.ts`. */
export const levelsSchema = () =>
  z.strictObject({
    "destroys-system": z._default(level(), "deny"),
    "loses-work": z._default(level(), "deny"),
    "may-lose-work": z._default(level(), "ask"),
    "reaches-outside": z._default(level(), "ask"),
    "leaks-data": z._default(level(), "deny"),
    "runs-remote-code": z._default(level(), "deny"),
    "rewrites-history": z._default(level(), "deny"),
    obfuscated: z._default(level(), "deny"),
    unknown: z._default(level(), "allow"),
  } satisfies Record<ShellClass, unknown>);

/**
 * The level of each class. A class that is left out has its default: `deny`, but `ask` for `may-lose-work` and
 * `reaches-outside`, and `allow` for `unknown`.
 */
export type Levels = z.input<ReturnType<typeof levelsSchema>>;

/** One thing that a rule found in a command. The class `project-rule` is for the project's own rules. */
export interface ShellFinding {
  readonly class: ShellClass | "project-rule";
  /** The rule's name, for example `rm-recursive`. */
  readonly rule: string;
  /** What the command would do, and a safe way to do it. The model reads it. */
  readonly reason: string;
  /** The program and its arguments, as they would run, cut after 300 characters. `…` stands for unknown text. */
  readonly command: string;
  /** The level of the first rule of the project that is about what was found, or else of the class. */
  readonly level: Level;
}
