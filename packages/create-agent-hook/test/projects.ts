import { fileURLToPath } from "node:url";
import { projectName } from "../src/place/project-name.js";
import { create } from "../src/project/create.js";
import type { CreateOptions } from "../src/project/create-options.js";
import { type Files, LANGUAGES, readShipped, type Template } from "../src/shipped.js";

export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The templates that the build ships. */
export const { templates } = readShipped(PACKAGE);

/** Every template in both languages. */
export const PROJECTS = templates.flatMap((template) =>
  LANGUAGES.map((language) => [template.name, language] as const),
);

export function templateNamed(templateName: string): Template {
  const template = templates.find(({ name }) => name === templateName);
  if (template === undefined) throw new Error(`no template ${templateName} was shipped`);
  return template;
}

/** Creates a default project with the given options. */
export function projectOf(template: string, options: Partial<Omit<CreateOptions, "template">> = {}): Files {
  return create({
    name: projectName("my-hook", undefined, []),
    template: templateNamed(template),
    language: "typescript",
    packageManager: "npm",
    ...options,
  });
}

/** The fields of its package.json that the tests read. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly private?: true;
  readonly keywords: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly engines: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export function packageJsonOf(files: Files): PackageJson {
  return JSON.parse(files["package.json"] ?? "");
}
