// The SDK ships as a few files: a hook starts a quarter faster than from some hundred modules. vscode-jsonrpc is
// bundled too, so its process-wide runtime layer is ours alone. zod stays outside: authors bring the same one.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const sdk = fileURLToPath(new URL("../packages/sdk/", import.meta.url));
// Chunk names carry a hash, and tsc leaves the declarations of a file that was moved: neither may pile up.
rmSync(`${sdk}dist/chunks`, { recursive: true, force: true });
for (const file of readdirSync(`${sdk}dist`, { recursive: true, encoding: "utf8" })) {
  const source = `${sdk}src/${file.replace(/\.d\.ts$/, ".ts")}`;
  if (file.endsWith(".d.ts") && !existsSync(source)) rmSync(`${sdk}dist/${file}`);
}

await build({
  entryPoints: ["index", "serve/in-process", "transcript/index", "wire/index"].map((name) => `${sdk}src/${name}.ts`),
  outbase: `${sdk}src`,
  outdir: `${sdk}dist`,
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["zod", "zod/*"],
});
console.log("the SDK is bundled");
