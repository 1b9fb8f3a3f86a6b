import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Application, Converter, type ProjectReflection, type Reflection, ReflectionKind } from "typedoc";
import { withAnchors } from "./anchors.js";
import { type EntryPoint, type PublicPackage, publicPackages } from "./entry-points.js";
import { dist, root, staged } from "./folders.js";
import { withoutLongTypes } from "./long-types.js";

const folder = join(staged, "reference");

/** Writes a page for each entry point of the public packages, from their docstrings. */
export async function writeReference(): Promise<void> {
  const packages = publicPackages();
  const entryPoints = packages.flatMap((each) => each.entryPoints);
  declarationsOf(packages);
  const app = await Application.bootstrapWithPlugins(optionsFor(entryPoints));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = entryPointOf(module.name, entryPoints).page;
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) nameOptions(parameter);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => removeInherited(project), -1000);
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the packages. It printed the reason.");
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error("TypeDoc found problems. It printed them.");
  finishPages();
  writeFileSync(join(folder, "index.md"), overview(packages));
}

/** Writes the declarations. Takes a second if they are there. */
function declarationsOf(packages: readonly PublicPackage[]): void {
  const projects = packages.map(({ folder }) => join("packages", folder));
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", ...projects], {
    cwd: root,
    stdio: "inherit",
  });
}

function optionsFor(entryPoints: readonly EntryPoint[]): Record<string, unknown> {
  const tsconfig = join(dist, "reference.tsconfig.json");
  const files = entryPoints.map(({ file }) => file);
  // The declarations of some frameworks have errors.
  const compilerOptions = {
    composite: false,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [join(root, "node_modules/@types")],
  };
  mkdirSync(dist, { recursive: true });
  writeFileSync(tsconfig, JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, files }));
  return {
    entryPoints: files,
    tsconfig,
    plugin: ["typedoc-plugin-markdown"],
    out: folder,
    basePath: root,
    readme: "none",
    logLevel: "Warn",
    disableSources: true,
    excludeInternal: true,
    // Types that a public function names, but that no entry point exports.
    validation: { notExported: false },
    groupOrder: ["Functions", "Classes", "Interfaces", "Type Aliases", "Variables"],
    entryFileName: "index",
    outputFileStrategy: "modules",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    expandParameters: true,
    sanitizeComments: true,
    tableColumnSettings: { hideModifiers: true },
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    typeAliasPropertiesFormat: "table",
    typeDeclarationFormat: "table",
    pageTitleTemplates: {
      module: ({ name }: { name: string }) => entryPoints.find(({ page }) => page === name)?.name ?? name,
    },
  };
}

/** `name`: how TypeDoc calls a module, for example `packages/sdk/dist/serve/hosts`. */
function entryPointOf(name: string, entryPoints: readonly EntryPoint[]): EntryPoint {
  const found = entryPoints.find(({ file }) => [`${name}.d.ts`, `${name}/index.d.ts`].includes(relative(root, file)));
  if (found === undefined) throw new Error(`TypeDoc has a module ${name}, which is not an entry point.`);
  return found;
}

/** Names a parameter that the code takes apart at once, such as `{ cwd, home }`. */
function nameOptions(parameter: Reflection): void {
  if (parameter.name === "__namedParameters") parameter.name = "options";
}

/** Removes the methods that a class or an interface inherits, such as 31 of each Civic hook. Properties stay. */
function removeInherited(project: ProjectReflection): void {
  for (const type of project.getReflectionsByKind(ReflectionKind.ClassOrInterface)) {
    if (!type.isDeclaration()) continue;
    for (const member of [...(type.children ?? [])]) {
      const isInherited = (member.implementationOf ?? member.inheritedFrom) !== undefined;
      if (isInherited && member.kind === ReflectionKind.Method) project.removeReflection(member);
    }
  }
}

/** Corrects the pages that TypeDoc wrote. */
function finishPages(): void {
  const files = readdirSync(folder);
  const pages = new Map(files.map((file) => [file, withoutLongTypes(readFileSync(join(folder, file), "utf8"))]));
  for (const [file, text] of pages)
    writeFileSync(join(folder, file), `---\neditLink: false\n---\n\n${withAnchors(text, file, pages)}`);
}

function overview(packages: readonly PublicPackage[]): string {
  const lines = packages.flatMap(({ name, description, entryPoints }) => [
    `## ${name}\n\n${description}.\n`,
    `${entryPoints.map((entryPoint) => `- [\`${entryPoint.name}\`](${entryPoint.page}.md)`).join("\n")}\n`,
  ]);
  const intro = "Generated from the docstrings of the packages: one page for each module that you can import.\n";
  return `---\neditLink: false\n---\n\n# Reference\n\n${intro}\n${lines.join("\n")}`;
}
