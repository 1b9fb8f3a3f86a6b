import type { GlobNames } from "./glob.js";
import { namesIn } from "./glob.js";
import { foldedPath } from "./path-names.js";
import { IS_WINDOWS } from "./windows-names.js";

/** No name is longer. */
const MAX_NAME = 255;
/** Names that only a few tools use, so that a path with one of them means settings, not just any file. */
const DISTINCTIVE = /^\.(?=.*[^.*?\u2026])|^node_modules$/;

/** Whether a path has characters with which a shell selects names, or `…` for unknown text. */
export function isPattern(path: string): boolean {
  return /[*?\u2026]/.test(path);
}

/** Returns the folded names of a path that may be a pattern. */
export function patternNames(path: string): GlobNames {
  if (IS_WINDOWS) return namesIn(path.replaceAll("…", "*"));
  // Folding makes three dots of `…`.
  const folded = path.split("…").map(foldedPath).join("…");
  return folded.split("/").filter((name) => name !== "");
}

/** Whether a glob and a pattern of the shell can both match one name. In a glob, names with a dot are not special. */
export function nameOverlaps(glob: string, pattern: string): boolean {
  if (glob === pattern) return true;
  if (!isPattern(glob) && !isPattern(pattern)) return false;
  if (pattern.length > MAX_NAME || (glob.startsWith(".") && /^[*?]/.test(pattern))) return false;
  const isSame = (one: string, other: string) => (one === "?" || other === "?" || one === other ? 1 : 0);
  return overlap([...glob], [...pattern], (char) => char === "*" || char === "…", isSame, 1) > 0;
}

/**
 * Whether a glob can match a path that is a pattern, or a folder around it. In the path, two stars stand for any names,
 * too. A pattern that only happens to fit, such as `*.json`, does not count: a distinctive name has to match, or with
 * `literal` any name that is not a pattern, unless `isCertain`.
 */
export function globOverlaps(glob: GlobNames, path: GlobNames, literal: boolean, isCertain = false): boolean {
  const isSame = (one: string, other: string) => {
    if (!nameOverlaps(one, other)) return 0;
    return DISTINCTIVE.test(other) || (literal && !isPattern(other)) ? 2 : 1;
  };
  return overlap([...glob, "**"], path, (name) => name === "**", isSame, isCertain ? 2 : 1) === 2;
}

/** Compares two lists with stars. Returns 0 if they have nothing in common, or else the best value of a pair of items. */
function overlap(
  one: readonly string[],
  other: readonly string[],
  isStar: (item: string) => boolean,
  compare: (one: string, other: string) => 0 | 1 | 2,
  start: 1 | 2,
): number {
  let before: number[] = [];
  for (let at = 0; at <= one.length; at++) {
    const item = one[at - 1];
    const row: number[] = [];
    for (let to = 0; to <= other.length; to++) {
      const match = other[to - 1];
      const [shorter = 0, earlier = 0, both = 0] = [row[to - 1], before[to], before[to - 1]];
      let best = at + to === 0 ? start : 0;
      if ([item, match].some((star) => star !== undefined && isStar(star))) best = Math.max(shorter, earlier);
      else if (item !== undefined && match !== undefined && both > 0) {
        const value = compare(item, match);
        best = value === 0 ? 0 : Math.max(value, both);
      }
      row.push(best);
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}
