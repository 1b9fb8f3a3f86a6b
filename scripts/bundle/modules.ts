import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { transform } from "esbuild";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { firstLineOf, packagesIn } from "./notices.js";

export interface ModuleBundle {
  readonly folder: string;
  readonly entries: readonly string[];
  /** Dependencies in package.json that are bundled nevertheless. */
  readonly bundled?: readonly string[];
  /** Modules that are written to one file, together with what they import, by the name of the file. The first file wins. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  /** Parts of the paths of modules that share another copy of a bundled dependency, by its name. */
  readonly copies?: Readonly<Record<string, readonly string[]>>;
}

/** Ends the id of a module of such a copy. */
const COPY = "?copy";

/** Writes the modules of a package to its `dist`. Returns the source files that are in them, relative to `root`. */
export async function writeModules(
  { folder, entries, bundled, files, copies }: ModuleBundle,
  root: string,
): Promise<string[]> {
  const src = `${root}${folder}/src`;
  const { dependencies = {} } = JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
  const external = new Set(Object.keys(dependencies).filter((name) => !bundled?.includes(name)));
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, `${src}/${name}.ts`])),
    platform: "node",
    external: (id) => external.has(packageOf(id)),
    resolve: {
      // jsonc-parser's main is UMD, and a bundler cannot follow its inner requires.
      mainFields: ["module", "main"],
      alias: { "@modelcontextprotocol/server/_shims": `${root}scripts/bundle/mcp-shims.ts` },
    },
    plugins: [copyFor(copies ?? {}), asciiFor(root)],
  });
  const { output } = await bundle.write({
    dir: `${root}${folder}/dist`,
    format: "esm",
    // By default, rolldown prints the code again, and not as ASCII.
    minify: false,
    // `picoclaw-service-…` for the module `src/hosts/picoclaw/service.ts`, which is imported when the host is known.
    chunkFileNames: ({ facadeModuleId, name }) => `chunks/${hostOf(facadeModuleId)}${name}-[hash].js`,
    codeSplitting: {
      groups: [
        ...Object.keys(copies ?? {}).map((name) => ({
          name,
          test: (id: string) => id.endsWith(COPY) && id.includes(`/node_modules/${name}/`),
        })),
        ...Object.entries(files ?? {}).map(([name, modules]) => ({
          name,
          test: (id: string) => modules.some((module) => id === `${src}/${module}.ts`),
        })),
      ],
    },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === "chunk" ? modulesIn(file, root) : []));
}

/**
 * Gives some modules another copy of a dependency. A copy holds everything that any module uses of it, so modules that use
 * little do not share it with others.
 */
function copyFor(copies: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: "copy",
    async resolveId(source, importer = "", options) {
      const isInCopy = importer.endsWith(COPY);
      const owners = copies[packageOf(source)] ?? [];
      if (!isInCopy && !owners.some((owner) => importer.includes(owner))) return null;
      const from = isInCopy ? importer.slice(0, -COPY.length) : importer;
      const resolved = await this.resolve(source, from, { ...options, skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}${COPY}`, moduleSideEffects: false };
    },
    load: (id) => (id.endsWith(COPY) ? readFileSync(id.slice(0, -COPY.length), "utf8") : null),
  };
}

/** Writes ASCII without comments, which Node reads fastest. A first line names the packages whose licences apply. */
function asciiFor(root: string): Plugin {
  return {
    name: "ascii",
    async renderChunk(code, chunk) {
      const written = await transform(withoutRuntime(withoutBuiltinImports(code)), {
        charset: "ascii",
        legalComments: "none",
        target: "node20",
      });
      return { code: firstLineOf(packagesIn(modulesIn(chunk, root), root)) + written.code };
    },
  };
}

const RUNTIME_IMPORT = /^import \{ \w+ as __exportAll \} from "[^"]*rolldown-runtime[^"]*";$/m;
/** Returns an object with the exports of a module that shares its file with others. */
const EXPORT_ALL = `const __exportAll = (all) => {
  const target = {};
  for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true });
  return target;
};`;

/** Writes what a file needs of rolldown's runtime into the file: loading the runtime would take longer. */
function withoutRuntime(code: string): string {
  return code.replace(RUNTIME_IMPORT, EXPORT_ALL);
}

const BUILTIN_IMPORT = /^import (?:(\w+)(?:, )?)?(?:\{ ([^}]*) \})? from "(node:[^"]+)";$/gm;

/**
 * Takes built-ins from the process. For an `import`, Node copies all exports of a built-in, and loads what its lazy exports
 * need, such as `parseArgs` of `node:util`.
 */
function withoutBuiltinImports(code: string): string {
  return code.replace(BUILTIN_IMPORT, (_, whole?: string, names?: string, id?: string) => {
    // A file may import `node:process` as `process`.
    const builtin = `globalThis.process.getBuiltinModule("${id}")`;
    return [
      ...(whole === undefined ? [] : [`const ${whole} = ${builtin};`]),
      ...(names === undefined ? [] : [`const { ${names.replaceAll(" as ", ": ")} } = ${whole ?? builtin};`]),
    ].join(" ");
  });
}

function modulesIn({ modules }: Pick<OutputChunk, "modules">, root: string): string[] {
  const rendered = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return rendered.map(([id]) => relative(root, id));
}

function hostOf(module: string | null | undefined): string {
  const host = /\/src\/hosts\/([^/]+)\//.exec(module ?? "")?.[1];
  return host === undefined ? "" : `${host}-`;
}

function packageOf(id: string): string {
  return id.split("/", id.startsWith("@") ? 2 : 1).join("/");
}
