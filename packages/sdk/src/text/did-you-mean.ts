/**
 * Returns ` (did you mean "beforeTool"?)` with the known key that is most similar, or `""` if no known key is similar.
 */
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

/** Whether `long` starts with `short` and a hyphen: `claude-code` starts with `claude`. */
function isPart(short: string, long: string): boolean {
  return short !== "" && long.toLowerCase().startsWith(`${short.toLowerCase()}-`);
}

/** Returns the Levenshtein distance: the smallest number of characters to add, remove or change. */
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

/** Throws `TypeError` if an object has unknown keys: JavaScript would silently ignore a misspelled one. */
export function assertKnownKeys(where: string, value: unknown, known: readonly string[]): void {
  const unknown = unknownKeys(where, value, known);
  if (unknown.length > 0) throw new TypeError(unknown.join("\n"));
}

/**
 * Returns a message for each unknown key of an object. `where` names the object in the messages. Returns `[]` for any
 * other value.
 */
export function unknownKeys(where: string, value: unknown, known: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value).filter((key) => !known.includes(key));
  return keys.map((key) => `${where}: unknown key "${key}"${didYouMean(key, known)}`);
}
