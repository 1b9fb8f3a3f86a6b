import { type PackageManagerName, packageManager } from "../package-manager.js";
import type { ProjectName } from "../place/project-name.js";
import type { Files, Language, Template } from "../shipped.js";
import { BIOME_JSON, ignoredByGit, workflow } from "./around.js";
import { packageJson } from "./package-json.js";
import { readme } from "./readme.js";

/** Everything that a project depends on. */
export interface CreateOptions {
  readonly name: ProjectName;
  readonly template: Template;
  readonly language: Language;
  readonly packageManager: PackageManagerName;
  /** Where the project will be, absolute: hosts are told so. */
  readonly folder: string;
  /** The absolute path of Node on this machine, for hosts, too. */
  readonly node: string;
}

/** The project's files. Nothing is read or written here. */
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
    ".gitignore": ignoredByGit(options),
    "README.md": readme(options, manifest.scripts, manager, about),
    "biome.json": BIOME_JSON,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/** What an agent starts: plain JavaScript in both languages. */
export function mainFile(language: Language): string {
  return language === "typescript" ? "dist/main.js" : "src/main.js";
}
