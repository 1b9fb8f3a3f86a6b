/**
 * Returns a function that remembers its latest results: ids, paths and names are mostly the same in the next call. A text
 * that is longer than `longest` is not kept.
 */
export function remembered(make: (text: string) => string, most: number, longest: number): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longest) return make(text);
    const result = known.get(text);
    if (result !== undefined) return result;
    const made = make(text);
    if (known.size === most) known.clear();
    known.set(text, made);
    return made;
  };
}

/** Returns a function that remembers the text of the latest values. */
export function ofLatest<T extends readonly unknown[]>(make: (...values: T) => string): (...values: T) => string {
  let latest: T | undefined;
  let text = "";
  return (...values) => {
    if (latest === undefined || !areSame(latest, values)) {
      text = make(...values);
      latest = values;
    }
    return text;
  };
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
