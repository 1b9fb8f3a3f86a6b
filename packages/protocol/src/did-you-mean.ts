/** Returns ` (did you mean "beforeTool"?)` if the key is similar to a known one or to its start, otherwise `""`. */
export function didYouMean(key: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, edits: edits(key.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, edits }) =>
        edits <= Math.max(1, Math.floor(candidate.length / 3)) || isPart(key, candidate) || isPart(candidate, key),
    )
    .sort((a, b) => a.edits - b.edits);
  return best === undefined ? "" : ` (did you mean "${best.candidate}"?)`;
}

/** Whether one name is the first part of the other: `claude` of `claude-code`. */
function isPart(short: string, long: string): boolean {
  return short !== "" && long.toLowerCase().startsWith(`${short.toLowerCase()}-`);
}

/** Returns the Levenshtein distance: the number of letters to add, remove or change. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (above[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    above = current;
  }
  return above[b.length] as number;
}
