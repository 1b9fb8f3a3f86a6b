import { packageManager } from "../package-manager.js";
import type { Files } from "../shipped.js";
import { BIOME_JSON, gitignore, workflow } from "./boilerplate.js";
import type { CreateOptions } from "./create-options.js";
import { packageJson } from "./package-json.js";
import { readme } from "./readme.js";

/** Returns the project's files. It neither reads nor writes any. */
export function create(options: CreateOptions): Files {
  const { name, template, language } = options;
  const manager = packageManager(options.packageManager);
  const { "README.md": about = "", ...source } = template.files[language];
  const definition = language === "typescript" ? "src/hook.ts" : "src/hook.js";
  const hook = (source[definition] ?? "").replace(`name: "${template.name}"`, `name: "${name.hook}"`);
  const manifest = packageJson(options);
  return {
    ...source,
    ...manager.files,
    [definition]: hook,
    ".github/workflows/ci.yml": workflow(Object.keys(manifest.scripts), manager),
    ".gitignore": gitignore(options),
    "README.md": readme(options, manifest.scripts, manager, about),
    "biome.json": BIOME_JSON,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
  };
}
