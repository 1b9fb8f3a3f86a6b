import { type PackageManagerName, packageManager } from "../package-manager.js";
import type { ProjectName } from "../place/project-name.js";
import type { Language, Template } from "../shipped.js";

/** Everything that a project depends on. */
export interface CreateOptions {
  readonly name: ProjectName;
  readonly template: Template;
  readonly language: Language;
  readonly packageManager: PackageManagerName;
}

type Source = Pick<CreateOptions, "language" | "packageManager">;

/** Returns the file that an agent starts: the compiled one, if the runtime does not run TypeScript. */
export function mainFile(options: Source): string {
  if (options.language === "javascript") return "src/main.js";
  return isCompiled(options) ? publishedFile(options) : "src/main.ts";
}

/** Returns whether the hook must be built before an agent can start it. */
export function isCompiled({ language, packageManager: name }: Source): boolean {
  return language === "typescript" && !packageManager(name).runtime.runsTypeScript;
}

/** Returns the file that others start, with any runtime. */
export function publishedFile({ language }: Pick<CreateOptions, "language">): string {
  return language === "typescript" ? "dist/main.js" : "src/main.js";
}
