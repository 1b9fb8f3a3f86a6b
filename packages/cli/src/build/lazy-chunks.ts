import { deflateSync } from "node:zlib";
import { type TransformOptions, transform } from "esbuild";

/** The chunks of a hook that esbuild wrote with `splitting`: their text by file name, and the entry file. */
export interface Chunks {
  readonly entry: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * A snapshot holds the source. Comments are removed: one character outside Latin-1 in them would double the size of the
 * source.
 */
export const MINIFIED = {
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: "none",
} as const satisfies TransformOptions;

/** In characters. Smaller chunks are not worth deferring. */
const MIN_LAZY_LENGTH = 50_000;
/**
 * In characters. Only the chunk with MCP is this large. It is compressed to a quarter of its size: otherwise, a
 * snapshot would start 1% slower.
 */
const MIN_COMPRESSED_LENGTH = 100_000;
const STATIC_IMPORT = /^import (?:\{([^}]*)\} from )?"(\.\/[^"]+)";$/gm;
const EXPORT = /^export \{([^}]*)\};$/m;
/**
 * Matches code that only works in a module or in the original file, and imported or exported names that are not
 * identifiers.
 */
const NOT_MOVABLE = /\bimport\(|\bhookModule\b|^(?:import|export) \{[^}]*"[^}]*\}/m;

/**
 * Turns large lazy chunks into text that is compiled when it is needed. Node parses every function of a file at each
 * start. Under a one-shot host, a hook needs neither MCP nor JSON-RPC, which take a fifth of the startup time
 * (measured).
 */
export async function lazyChunks({ entry, files }: Chunks): Promise<Chunks> {
  const loadedAtStart = new Set<string>();
  const visit = (name: string) => {
    if (loadedAtStart.has(name)) return;
    loadedAtStart.add(name);
    for (const { from } of importsOf(files.get(name) ?? "")) visit(from);
  };
  visit(entry);
  const modules = [...files].map(async ([name, text]) => {
    const asText =
      !loadedAtStart.has(name) && text.length >= MIN_LAZY_LENGTH && !NOT_MOVABLE.test(text)
        ? await textModule(text)
        : undefined;
    return [name, asText ?? text] as const;
  });
  return { entry, files: new Map(await Promise.all(modules)) };
}

/**
 * Returns a module with the same exports that holds the code as text, or `undefined` if the code uses top-level
 * `await`.
 */
async function textModule(module: string): Promise<string | undefined> {
  const transformed = await transform(module, {
    format: "cjs",
    platform: "node",
    target: "node20",
    ...MINIFIED,
  }).catch(() => undefined);
  if (transformed === undefined) return undefined;
  const imports = importsOf(module).map(({ names, from }, at) => ({
    names: names.map((name, nth) => ({ name, local: `p${at}_${nth}` })),
    from,
  }));
  const isCompressed = transformed.code.length >= MIN_COMPRESSED_LENGTH;
  return [
    ...imports.map(({ names, from }) => {
      const list = names.map(({ name, local }) => `${name} as ${local}`);
      return `import { ${list.join(", ")} } from ${JSON.stringify(from)};`;
    }),
    'import { compileFunction } from "node:vm";',
    isCompressed ? 'import { inflateSync } from "node:zlib";' : "",
    "const imports = {",
    ...imports.map(({ names, from }) => {
      const getters = names.map(({ name, local }) => `get ${name}() { return ${local}; }`);
      return `${JSON.stringify(from)}: { ${getters.join(", ")} },`;
    }),
    "};",
    "const cjsModule = { exports: {} };",
    `compileFunction(${isCompressed ? deflated(transformed.code) : JSON.stringify(transformed.code)}, ["module", "exports", "require"])(`,
    "  cjsModule, cjsModule.exports, (name) => imports[name] ?? require(name));",
    ...exportsOf(module).map((name, at) => `const e${at} = cjsModule.exports.${name}; export { e${at} as ${name} };`),
  ].join("\n");
}

function deflated(code: string): string {
  const text = deflateSync(code, { level: 9 }).toString("base64");
  return `inflateSync(Buffer.from("${text}", "base64")).toString()`;
}

function importsOf(module: string): { readonly names: readonly string[]; readonly from: string }[] {
  return [...module.matchAll(STATIC_IMPORT)].map(([, names = "", from = ""]) => ({
    names: splitList(names).map((item) => item.split(" as ")[0] as string),
    from,
  }));
}

function exportsOf(module: string): string[] {
  return splitList(EXPORT.exec(module)?.[1] ?? "").map((item) => item.split(" as ").at(-1) as string);
}

function splitList(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}
