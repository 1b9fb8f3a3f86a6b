import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, relative, resolve } from "node:path";
import { type BuildOptions, build, type Message, type Plugin } from "esbuild";
import { usageError } from "../command-error.js";
import { makeHookModule } from "./hook-module.js";
import { lazyChunks, type Parts, SHORT } from "./lazy-chunks.js";

/** A hook and all that it imports, as the text of one CommonJS file. */
export interface Bundle {
  readonly code: string;
  /** From places in the code to the sources: a source map, as JSON. */
  readonly map: string;
  /** The modules of Node that it imports when it starts, and who imports each. */
  readonly builtins: ReadonlyMap<string, string>;
}

/** Puts a hook and all that it imports into one file. Throws a usage error that says what is wrong, and where. */
export async function bundle(file: string): Promise<Bundle> {
  const builtins = new Map<string, string>();
  const { entry, files } = await lazyChunks(await shaken(resolve(file), builtins));
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: [entry],
    outfile: "hook.js",
    ...SHORT,
    sourcemap: "external",
    plugins: [fromMemory(files), requireBuiltins],
  });
  const [code, map] = [".js", ".js.map"].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(`hook${end}`))?.text ?? "",
  ) as [string, string];
  return { code: `${HEAD(code)}${code}})();\n`, map, builtins };
}

const SHARED = {
  write: false,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcesContent: false,
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * What the hook uses of its modules, by file name, split where a part is loaded later. In one file esbuild keeps the
 * whole of every module that such a part imports, used or not: zod first of all.
 */
async function shaken(path: string, builtins: Map<string, string>): Promise<Parts> {
  const { outputFiles } = await build({
    ...SHARED,
    // Not the file itself: what it exports would be an `export` in the middle of a function.
    stdin: { contents: `import "${HOOK}";`, resolveDir: dirname(path), loader: "js" },
    outdir: "/",
    entryNames: "hook",
    splitting: true,
    sourcemap: "inline",
    define: {
      "import.meta": "hookModule",
      __filename: "hookModule.filename",
      __dirname: "hookModule.dirname",
    },
    plugins: [hookAt(path), watchBuiltins(builtins), wholeZod],
  }).catch((error: unknown) => {
    const messages = (error as { errors?: Message[] }).errors;
    throw messages === undefined ? error : usageError(messages.slice(0, SHOWN).map(inWords).join("\n"));
  });
  const files = new Map(outputFiles.map((output) => [`./${basename(output.path)}`, output.text]));
  return { entry: "./hook.js", files };
}

/** Mistakes that are told at once. */
const SHOWN = 5;
/** The lines in front of the bundle: its source map does not know them. */
export const HEAD_LINES = 1;

/** On one line, as the source map expects. */
const MODULE = `const hookModule=(${String(makeHookModule).replace(/\s*\n\s*/g, " ")})(require,__filename);`;

/** CommonJS has no `await` at the top of a file, and an ES module cannot be in a snapshot: a function has one. */
function HEAD(code: string): string {
  return `(async()=>{"use strict";${/\bhookModule\b/.test(code) ? MODULE : ""}\n`;
}

const HOOK = "agent-hook:hook";

/** esbuild takes "?" and "*" in the path of an import for a query and a pattern. */
function hookAt(path: string): Plugin {
  return {
    name: "hook",
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^${HOOK}$`) }, () => ({ path }));
    },
  };
}

/** Notes the modules of Node that are imported when the hook starts. */
function watchBuiltins(found: Map<string, string>): Plugin {
  return {
    name: "watch-builtins",
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (isBuiltin(path) && kind !== "dynamic-import") found.set(path.replace(/^node:/, ""), relative("", importer));
        return undefined;
      });
    },
  };
}

function fromMemory(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: "from-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path }) => ({ path, namespace: "memory" }));
      onLoad({ filter: /.*/, namespace: "memory" }, ({ path }) => ({ contents: files.get(path) ?? "" }));
    },
  };
}

/** ES modules import Node's own modules by a statement, which cannot stand in a function. */
const requireBuiltins: Plugin = {
  name: "require-builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, namespace }) => {
      if (!isBuiltin(path)) return undefined;
      return namespace === "builtin" ? { path, external: true } : { path, namespace: "builtin" };
    });
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

const IMPORT_Z = /^import \{ z \} from ("zod"|'zod');?$/m;

/**
 * `import { z } from "zod"` names an object with all of zod in it, and all of it would stay; of `* as z` only what is used
 * does: half the code, and a third less time to start (measured). Other forms of the statement are left as they are.
 */
const wholeZod: Plugin = {
  name: "whole-zod",
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      if (/[\\/]node_modules[\\/]/.test(path)) return undefined;
      const text = await readFile(path, "utf8");
      return IMPORT_Z.test(text)
        ? { contents: text.replace(IMPORT_Z, "import * as z from $1;"), loader: "default" }
        : undefined;
    });
  },
};

function isBuiltin(path: string): boolean {
  return path.startsWith("node:") || builtinModules.includes(path);
}

function inWords({ text, location, notes }: Message): string {
  const place = location === null ? "" : `${location.file}:${location.line}: `;
  if (/No loader is configured for "\.node" files/.test(text)) {
    return `${place}a native addon cannot be in one file: start this hook as it is, with its node_modules`;
  }
  const hint = /^Could not resolve "[^./]/.test(text) ? "; is it installed?" : "";
  const note = hint === "" && notes[0] !== undefined && notes[0].location === null ? ` (${notes[0].text})` : "";
  return `${place}${text}${hint}${note}`.replaceAll("\n", " ");
}
