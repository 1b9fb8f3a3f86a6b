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
}

/** Writes the modules of a package to its `dist`. Returns the source files that are in them, relative to `root`. */
export async function writeModules({ folder, entries, bundled, files }: ModuleBundle, root: string): Promise<string[]> {
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
    plugins: [asciiFor(root)],
  });
  const { output } = await bundle.write({
    dir: `${root}${folder}/dist`,
    format: "esm",
    // By default, rolldown prints the code again, and not as ASCII.
    minify: false,
    // `picoclaw-service-…` for the module `src/hosts/picoclaw/service.ts`, which is imported when the host is known.
    chunkFileNames: ({ facadeModuleId, name }) => `chunks/${hostOf(facadeModuleId)}${name}-[hash].js`,
    codeSplitting: {
      groups: Object.entries(files ?? {}).map(([name, modules]) => ({
        name,
        test: (id: string) => modules.some((module) => id === `${src}/${module}.ts`),
      })),
    },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === "chunk" ? modulesIn(file, root) : []));
}

/** Writes ASCII without comments, which Node reads fastest. A first line names the packages whose licences apply. */
function asciiFor(root: string): Plugin {
  return {
    name: "ascii",
    async renderChunk(code, chunk) {
      const written = await transform(code, { charset: "ascii", legalComments: "none", target: "node20" });
      return { code: firstLineOf(packagesIn(modulesIn(chunk, root), root)) + written.code };
    },
  };
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
