import type { PackageManagerName } from "../package-manager.js";
import type { ProjectName } from "../place/project-name.js";
import type { Language, Template } from "../shipped.js";

/** Everything that a project depends on. */
export interface CreateOptions {
  readonly name: ProjectName;
  readonly template: Template;
  readonly language: Language;
  readonly packageManager: PackageManagerName;
}

/** The file that an agent starts: plain JavaScript in both languages. */
export function mainFile(language: Language): string {
  return language === "typescript" ? "dist/main.js" : "src/main.js";
}
