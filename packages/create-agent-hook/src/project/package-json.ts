import { packageManager } from "../package-manager.js";
import type { TemplatePackage } from "../shipped.js";
import { type CreateOptions, mainFile, publishedFile } from "./create-options.js";

interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Dependencies that only TypeScript needs. The script `dev` watches with `tsx` in both languages. */
const TYPESCRIPT_ONLY = ["typescript", "@types/node"];

export function packageJson(options: CreateOptions): PackageJson {
  const { name, template, language } = options;
  const { description, engines, dependencies, devDependencies } = template.packageJson;
  return {
    name: name.package,
    version: "0.1.0",
    description,
    keywords: ["agent-hook"],
    type: "module",
    bin: { [name.hook]: publishedFile(options) },
    ...inLanguage(template.packageJson, options),
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
  options: CreateOptions,
): Pick<TemplatePackage, "exports" | "files" | "scripts"> {
  const { start, runsTypeScript } = packageManager(options.packageManager).runtime;
  const { dev = "", test = "", lint = "" } = scripts;
  const main = `${start} ${mainFile(options)}`;
  const check = `agent-hook check -- ${main}`;
  if (options.language === "typescript") {
    const unbuilt = runsTypeScript ? { dev: dev.replace("tsx src/main.ts", main), check } : {};
    return { exports, files, scripts: { ...scripts, ...unbuilt } };
  }
  return {
    exports: { ".": "./src/hook.js" },
    files: ["src"],
    scripts: {
      dev: dev.replace("tsx src/main.ts", main),
      // Nothing to compile: this loads the hook and checks its definition.
      build: `${main} --describe`,
      test,
      check,
      lint,
    },
  };
}
