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
