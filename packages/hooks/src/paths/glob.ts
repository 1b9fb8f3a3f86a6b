import { foldedPath } from "./path-names.js";
import { IS_WINDOWS, windowsNames } from "./windows-names.js";

/** The most alternatives that the braces of one glob may stand for. */
const MAX_ALTERNATIVES = 256;

/** A glob as names between slashes. `**` stands for any number of names. */
export type GlobNames = readonly string[];

/**
 * Returns the globs without braces that a glob stands for: `a/{b,c}` is `a/b` and `a/c`. Throws a `RangeError` if there
 * are more than 256.
 */
export function withoutBraces(glob: string): readonly string[] {
  const left = [glob];
  const done: string[] = [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    // The innermost braces come first, so that `{a,b{c,d}}` works. Each part of the pattern stops at a brace.
    const [braces, list] = /\{([^{}]*,[^{}]*)\}/.exec(next) ?? [];
    if (braces === undefined || list === undefined) done.push(next);
    else for (const choice of list.split(",")) left.push(next.replace(braces, () => choice));
    if (left.length + done.length > MAX_ALTERNATIVES) {
      throw new RangeError(`expected a glob whose braces stand for at most ${MAX_ALTERNATIVES} paths`);
    }
  }
  return done;
}

/** Returns the names of a path or of a glob without braces, folded for comparison. */
export function namesIn(path: string): GlobNames {
  if (IS_WINDOWS) return windowsNames(path);
  return foldedPath(path)
    .split("/")
    .filter((name) => name !== "");
}

/**
 * Whether a glob matches a path or a folder around it. `*` is any text within a name, `?` one character of it. Names
 * that begin with a dot are not special, and `[` is an ordinary character, because it is one in many file names.
 */
export function globMatches(glob: GlobNames, path: GlobNames): boolean {
  return isMatch(glob, path, "**", nameMatches, "beginning");
}

/** Whether a name matches: `*.pem`. */
export function nameMatches(pattern: string, name: string): boolean {
  if (!pattern.includes("*") && !pattern.includes("?")) return pattern === name;
  const isSame = (one: string, other: string) => one === "?" || one === other;
  return isMatch([...pattern], [...name], "*", isSame);
}

/**
 * Compares item by item, where `star` stands for any number of items. With `beginning`, it is enough that the pattern
 * matches the first items. It only ever returns to the last star, so the time is at most proportional to the product of
 * the lengths, whatever the pattern.
 */
export function isMatch(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  isSame: (one: string, other: string) => boolean,
  extent: "all" | "beginning" = "all",
): boolean {
  let [at, item] = [0, 0];
  let afterStar = -1;
  let resumeAt = 0;
  while (item < items.length) {
    // What a folder matches applies to everything in it.
    if (extent === "beginning" && at === pattern.length) return true;
    const wanted = pattern[at];
    if (wanted === star) {
      afterStar = ++at;
      resumeAt = item;
    } else if (wanted !== undefined && isSame(wanted, items[item] ?? "")) {
      at++;
      item++;
    } else if (afterStar >= 0) {
      at = afterStar;
      item = ++resumeAt;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((rest) => rest === star);
}
