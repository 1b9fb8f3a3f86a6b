import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HookSummary } from "agent-hook/internal/host-config";

export const LANGUAGES = ["typescript", "javascript"] as const;
export type Language = (typeof LANGUAGES)[number];

/** File contents by their path in the project. */
export type Files = Readonly<Record<string, string>>;

/** The parts of a template's package.json that a project gets. */
export interface TemplatePackage {
  readonly description: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  /** Exact versions, as the build found them in the workspace. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** A folder of `templates/`, as the build ships it in `dist/templates.json`. */
export interface Template {
  readonly name: string;
  /** The manifest of the template's hook. */
  readonly manifest: HookSummary;
  readonly packageJson: TemplatePackage;
  readonly files: Readonly<Record<Language, Files>>;
}

/** The data that this package ships. */
export interface Shipped {
  readonly version: string;
  readonly templates: readonly Template[];
}

/** Reads the data from the package's folder, because a bundled module does not know its own file. */
export function readShipped(folder: string): Shipped {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  return { version: read("package.json").version, templates: read("dist/templates.json") };
}
