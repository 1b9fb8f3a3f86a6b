import { existsSync, statSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { Plugin } from "esbuild";

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Returns the absolute paths of the files in a hook's command. A file that is missing now may return. */
export function filesInCommand([program = "", ...args]: readonly string[]): string[] {
  // A program with an extension is a script. Node itself does not change while someone edits a hook.
  const scripts = /[\\/]/.test(program) && extname(program) !== "" ? [program] : [];
  return [...scripts, ...args.map((arg) => arg.replace(/^--[\w-]+=/, "")).filter(isFile)].map((path) => resolve(path));
}

/** Returns the hook's own file: the first script in its command. */
export function scriptIn(command: readonly string[]): string | undefined {
  return command.slice(1).find((arg) => SCRIPT.test(arg) && !arg.startsWith("-"));
}

function isFile(arg: string): boolean {
  if (arg.startsWith("-")) return false;
  return existsSync(arg) ? statSync(arg).isFile() : SCRIPT.test(arg) && !/^[@\w]+$/.test(arg);
}

/**
 * Returns all files that the scripts among `entries` import, directly or not, without those of packages. Finds the files
 * up to the first error in each file, and never rejects.
 */
export async function importedFiles(entries: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  const scripts = entries.filter((entry) => SCRIPT.test(entry) && existsSync(entry));
  if (scripts.length === 0) return [];
  // Most calls of a one-shot agent do not need it.
  const { build } = await import("esbuild");
  await build({
    entryPoints: [...scripts],
    bundle: true,
    write: false,
    outdir: "/",
    platform: "node",
    format: "esm",
    logLevel: "silent",
    plugins: [recordFiles(files)],
  }).catch(() => {});
  return [...files];
}

/** Records each file that is loaded. Leaves out packages, and imports that cannot be resolved. */
function recordFiles(files: Set<string>): Plugin {
  return {
    name: "record-files",
    setup({ onLoad, onResolve, resolve: find }) {
      onResolve({ filter: /.*/ }, async ({ path, pluginData, kind, resolveDir, importer }) => {
        if (pluginData === files || kind === "entry-point") return undefined;
        const { path: file, errors } = await find(path, { kind, resolveDir, importer, pluginData: files });
        const isOwn = errors.length === 0 && file.startsWith("/") && !/[\\/]node_modules[\\/]/.test(file);
        return isOwn ? { path: file } : { path, external: true };
      });
      onLoad({ filter: /.*/ }, ({ path }) => {
        files.add(path);
        return SCRIPT.test(path) || path.endsWith(".json") ? undefined : { contents: "" };
      });
    },
  };
}
