import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { build, type Plugin } from "esbuild";
import { SCRIPT } from "./hook-files.js";

/**
 * Returns all files that the scripts among `entries` import, directly or not, without those of packages. Never rejects:
 * if a file has an error, its imports may be missing.
 */
export async function importedFiles(entries: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  const scripts = entries.filter((entry) => SCRIPT.test(entry) && existsSync(entry));
  if (scripts.length === 0) return [];
  try {
    await build({
      entryPoints: [...scripts],
      bundle: true,
      write: false,
      outdir: "/",
      platform: "node",
      format: "esm",
      logLevel: "silent",
      plugins: [recordFiles(files)],
    });
  } catch {
    // The hook has an error, or esbuild's program is missing. The files in the command are watched in any case.
  }
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
        const isOwn = errors.length === 0 && isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file);
        return isOwn ? { path: file } : { path, external: true };
      });
      onLoad({ filter: /.*/ }, ({ path }) => {
        files.add(path);
        return SCRIPT.test(path) || path.endsWith(".json") ? undefined : { contents: "" };
      });
    },
  };
}
