import * as z from "zod/mini";
import { type Level, levelSchema } from "../level.js";

/** A rule of a project about one program, for example `{ command: "npm publish", level: "ask" }`. */
export interface CommandRule {
  /**
   * The program and its first arguments, as they would run: without `sudo` and other wrappers, with variables resolved.
   * A `*` stands for any one word.
   */
  readonly command: string;
  readonly level: Level;
  /** What the model reads. */
  readonly reason?: string | undefined;
}

export const commandRuleSchema = () =>
  z.strictObject({
    command: z.string().check(z.trim(), z.minLength(1)),
    level: levelSchema(),
    reason: z.optional(z.string().check(z.minLength(1))),
  });

/** Returns the first rule that matches the words of a program, or `undefined`. */
export function ruleFor(words: readonly string[], rules: readonly CommandRule[]): CommandRule | undefined {
  return rules.find(({ command }) => {
    const wanted = command.trim().split(/\s+/);
    return wanted.length <= words.length && wanted.every((word, index) => word === "*" || word === words[index]);
  });
}
