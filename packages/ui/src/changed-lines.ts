/** More lines are not compared: the time grows with their product. */
const MAX_PRODUCT = 250_000;

/** Returns the lines of two texts that the other does not have, or `undefined` if the texts are too long. */
export function changedLines(before: string, after: string): readonly [Set<number>, Set<number>] | undefined {
  const [a, b] = [linesOf(before), linesOf(after)];
  if (a.length * b.length > MAX_PRODUCT) return undefined;
  const common = commonLengths(a, b);
  const [removed, added] = [new Set(a.keys()), new Set(b.keys())];
  for (let [x, y] = [0, 0]; x < a.length && y < b.length; ) {
    if (a[x] === b[y]) {
      removed.delete(x++);
      added.delete(y++);
    } else if (at(common, x + 1, y) >= at(common, x, y + 1)) x++;
    else y++;
  }
  return [removed, added];
}

/** In JSON, a line that another one follows has a comma. That is not a change. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith(",") ? line.slice(0, -1) : line));
}

/** For each pair of positions, how many lines the rests of both texts have in common, in the same order. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let x = a.length - 1; x >= 0; x--) {
    const row = rows[x] as Uint16Array;
    for (let y = b.length - 1; y >= 0; y--) {
      row[y] = a[x] === b[y] ? at(rows, x + 1, y + 1) + 1 : Math.max(at(rows, x + 1, y), at(rows, x, y + 1));
    }
  }
  return rows;
}

function at(rows: readonly Uint16Array[], x: number, y: number): number {
  return rows[x]?.[y] ?? 0;
}
