import type { Language, TemplatePackage } from "../shipped.js";
import { type CreateOptions, mainFile } from "./create-options.js";

interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Dependencies that only TypeScript needs. The script `dev` watches with `tsx` in both languages. */
const TYPESCRIPT_ONLY = ["typescript", "@types/node"];

export function packageJson({ name, template, language }: CreateOptions): PackageJson {
  const { description, engines, dependencies, devDependencies } = template.packageJson;
  return {
    name: name.package,
    version: "0.1.0",
    description,
    keywords: ["agent-hook"],
    type: "module",
    bin: { [name.hook]: mainFile(language) },
    ...inLanguage(template.packageJson, language),
    engines,
    dependencies,
    devDependencies: Object.fromEntries(
      Object.entries(devDependencies).filter(
        ([dependency]) => language === "typescript" || !TYPESCRIPT_ONLY.includes(dependency),
      ),
    ),
  };
}

function inLanguage(
  { exports, files, scripts }: TemplatePackage,
  language: Language,
): Pick<TemplatePackage, "exports" | "files" | "scripts"> {
  if (language === "typescript") return { exports, files, scripts };
  const { dev = "", test = "", lint = "" } = scripts;
  return {
    exports: { ".": "./src/hook.js" },
    files: ["src"],
    scripts: {
      dev: dev.replace("tsx src/main.ts", "node src/main.js"),
      // Nothing to compile: this loads the hook and checks its definition.
      build: "node src/main.js --describe",
      test,
      check: "agent-hook check -- node src/main.js",
      lint,
    },
  };
}
