const NAMED_IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const ANY_IMPORT = /\bfrom "([^"]+)";$|^import "([^"]+)";$/gm;
/** How esbuild writes a built-in module of Node, and what it does for each file that imports the module. */
const WRAPPED_BUILTIN = /\b(require_\w+) ?= ?__commonJS\w*\(\{ ?"builtin:([^"]+)"\(/g;
const COPIED_EXPORTS = /__toESM\w*\((require_\w+)\(\)(?:, ?1)?\)/g;

/** Returns the modules that are imported only by the names of their exports, in all files that esbuild wrote. */
export function importedByName(files: Iterable<string>): ReadonlySet<string> {
  const byName = new Map<string, number>();
  const all = new Map<string, number>();
  const count = (counts: Map<string, number>, module: string) => counts.set(module, (counts.get(module) ?? 0) + 1);
  for (const text of files) {
    for (const [, names = "", module = ""] of text.matchAll(NAMED_IMPORT)) {
      if (!/\bdefault\b/.test(names)) count(byName, module);
    }
    for (const [, from, bare] of text.matchAll(ANY_IMPORT)) count(all, from ?? bare ?? "");
  }
  return new Set([...byName].filter(([module, times]) => all.get(module) === times).map(([module]) => module));
}

/**
 * Lets the files that import a built-in module by names use the module itself. Otherwise, esbuild creates a getter for
 * each export of the module in each of these files, a hundred for `node:fs`: with ready-made hooks, that was a tenth of
 * what a process loads from a snapshot (measured). The code keeps its length, so that the source map stays right.
 */
export function shareBuiltins(code: string, modules: ReadonlySet<string>): string {
  const shared = new Set<string>();
  for (const [, variable = "", module = ""] of code.matchAll(WRAPPED_BUILTIN)) {
    if (modules.has(module)) shared.add(variable);
  }
  return code.replace(COPIED_EXPORTS, (call, variable: string) =>
    shared.has(variable) ? `${variable}()`.padStart(call.length) : call,
  );
}
