/** Not `import * as fs`: there, the module's exports can be used as an object. */
const EXPORTS_IMPORT = /^import (?:[\w$]+(?:, (?=\{))?)?(?:\{[^}]*\})? from "([^"]+)";$/gm;
const ANY_IMPORT = /\bfrom "([^"]+)";$|^import "([^"]+)";$/gm;
/** How esbuild writes a built-in module of Node, and what it does for each file that imports the module. */
const WRAPPED_BUILTIN = /\b(require_\w+) ?= ?__commonJS\w*\(\{ ?"builtin:([^"]+)"\(/g;
const COPIED_EXPORTS = /\b([\w$]+)( ?= ?)__toESM\w*\((require_\w+)\(\)(?:, ?1)?\)/g;

/** Returns the modules that are imported only by their exports, in all files that esbuild wrote. */
export function importedByExport(files: Iterable<string>): ReadonlySet<string> {
  const byExport = new Map<string, number>();
  const all = new Map<string, number>();
  const count = (counts: Map<string, number>, module: string) => counts.set(module, (counts.get(module) ?? 0) + 1);
  for (const text of files) {
    for (const [, module = ""] of text.matchAll(EXPORTS_IMPORT)) count(byExport, module);
    for (const [, from, bare] of text.matchAll(ANY_IMPORT)) count(all, from ?? bare ?? "");
  }
  return new Set([...byExport].filter(([module, times]) => all.get(module) === times).map(([module]) => module));
}

/**
 * Lets the files that import named exports of a built-in module use the module itself. Otherwise, esbuild creates a
 * getter for each export of the module in each of these files, a hundred for `node:fs`, and every process loads them
 * from the snapshot. The code keeps its length, so that the source map stays right.
 */
export function shareBuiltins(code: string, modules: ReadonlySet<string>): string {
  const shared = new Set<string>();
  for (const [, variable = "", module = ""] of code.matchAll(WRAPPED_BUILTIN)) {
    if (modules.has(module)) shared.add(variable);
  }
  return code.replace(COPIED_EXPORTS, (whole, copy: string, sign: string, required: string) => {
    // The module itself has no default export.
    if (!shared.has(required) || code.includes(`${copy}.default`)) return whole;
    const used = `${required}()`;
    return copy
      .concat(sign)
      .padEnd(whole.length - used.length)
      .concat(used);
  });
}
