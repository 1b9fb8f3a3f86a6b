import * as z from "zod/mini";
import { isStricter, type Level, levelSchema } from "../level.js";
import type { ShellClass } from "./classes.js";

/** A rule of a project about one program, for example `{ command: "npm publish", level: "ask" }`. */
export interface CommandRule {
  /**
   * The program and its first arguments, as they would run: without `sudo` and other wrappers, with variables resolved.
   * A `*` stands for any one word. For `ask` and `deny`, options between these words are skipped, so `git push` also
   * fits `git -C site push`. An `allow` fits only these words, because an option can run a program.
   *
   * A rule makes the default decision milder only if it names what is wrong: a rule for `git push` does not let
   * `git push --force` run.
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

/** Returns the first rule whose words are the first words of a program, or `undefined`. */
function exactRuleFor(words: readonly string[], rules: readonly CommandRule[]): CommandRule | undefined {
  return rules.find(({ command }) => startsWith(words, wordsOf(command)));
}

/**
 * Returns the level of what was found in a program: that of the first exact rule, but a rule makes it milder only if
 * the rule is about it. A rule for `git push` is not about `--force`.
 *
 * `isFoundIn` returns whether the same is found in other words.
 */
export function levelAfterRules(
  { words, class: kind }: { readonly words: readonly string[]; readonly class: ShellClass },
  level: Level,
  rules: readonly CommandRule[],
  isFoundIn: (words: readonly string[]) => boolean,
): Level {
  const isAbout = ({ command }: CommandRule) => {
    const wanted = wordsOf(command);
    const isFree = (_: string, index: number) => index >= wanted.length || wanted[index] === "*";
    if (!words.some(isFree)) return true;
    if (isFoundIn(words.filter((word, index) => !isFree(word, index)))) return true;
    // What can destroy a system has to be named: a rule for `rm -rf build` is not about `rm -rf build /`.
    if (kind === "destroys-system") return false;
    const isUnnamedOption = (index: number) => isFree("", index) && CHANGES_MEANING.test(words[index] ?? "");
    // The word after an option may be its value.
    const operands = words.filter((word, index) => {
      return !isUnnamedOption(index) && !(isFree(word, index) && isUnnamedOption(index - 1));
    });
    return operands.length === words.length || isFoundIn(operands);
  };
  const deciding = rules.find((rule) => {
    return startsWith(words, wordsOf(rule.command)) && (isStricter(rule.level, level) || isAbout(rule));
  });
  return deciding?.level ?? level;
}

/** Options, and the pushed references of git that force and delete. */
const CHANGES_MEANING = /^[-+:]/;

/**
 * Returns the rule that asks about a program or denies it, or `undefined`. If no rule is exact, rules also match
 * programs with options between the words, and the strictest counts.
 */
export function stopRuleFor(words: readonly string[], rules: readonly CommandRule[]): CommandRule | undefined {
  const exact = exactRuleFor(words, rules);
  if (exact !== undefined) return exact.level === "allow" ? undefined : exact;
  const matching = rules.filter(({ command, level }) => level !== "allow" && matches(words, wordsOf(command)));
  return matching.find(({ level }) => level === "deny") ?? matching[0];
}

function wordsOf(command: string): readonly string[] {
  return command.trim().split(/\s+/);
}

function startsWith(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length <= words.length && wanted.every((word, index) => fits(word, words[index]));
}

/** Skips options that are not wanted, each with the word after it. Takes linear time for a rule. */
function matches(words: readonly string[], wanted: readonly string[]): boolean {
  const isSkipped = (index: number) => index > 0 && (isOption(words[index]) || isOption(words[index - 1]));
  let starts = new Set([0]);
  for (const next of wanted) {
    const ends = new Set<number>();
    words.forEach((word, index) => {
      if (!starts.has(index)) return;
      if (fits(next, word)) ends.add(index + 1);
      if (isSkipped(index)) starts.add(index + 1);
    });
    starts = ends;
  }
  return starts.size > 0;
}

function fits(wanted: string, word: string | undefined): boolean {
  return word !== undefined && (wanted === "*" || wanted === word);
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith("-") ?? false;
}
