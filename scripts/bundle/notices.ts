import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//;
/** A file that `bundle.ts` wrote. */
const BUNDLED = /^(packages\/[^/]+)\/dist\/.*\.js$/;
const FIRST_LINE = /^\/\/ Contains (.+): see THIRD_PARTY_NOTICES\.md$/m;

/** Returns the first line of a bundle that contains code of npm packages, or `""`. */
export function firstLineOf(packages: ReadonlyMap<string, string>): string {
  return packages.size === 0 ? "" : `// Contains ${[...packages.keys()].join(", ")}: see THIRD_PARTY_NOTICES.md\n`;
}

/** Returns the licences of npm packages, as the licences require. */
export function noticesOf(packages: ReadonlyMap<string, string>): string {
  const title = ["# Third-party notices", "The published JavaScript of this package contains:"];
  return [...title, ...packages.values()].join("\n\n");
}

/** Returns the npm packages that some files belong to or contain: their licences by name, sorted. */
export function packagesIn(files: readonly string[], root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, text: string) => {
    const known = found.get(name) ?? text;
    // Two versions of a package each have a licence text.
    found.set(name, known.includes(text) ? known : `${known}\n\n${text}`);
  };
  for (const file of files) {
    const [, folder, name] = PACKAGE.exec(file) ?? [];
    if (folder !== undefined && name !== undefined) add(name, licence(join(root, folder)));
    const own = BUNDLED.exec(file)?.[1];
    if (own !== undefined) for (const [inner, text] of packagesInBundle(file, own, root)) add(inner, text);
  }
  return new Map([...found].sort(([one], [other]) => one.localeCompare(other)));
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} ships no licence text`);
  return `## ${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}

function packagesInBundle(file: string, folder: string, root: string): [name: string, licence: string][] {
  const names = FIRST_LINE.exec(readFileSync(join(root, file), "utf8"))?.[1]?.split(", ") ?? [];
  if (names.length === 0) return [];
  const sections = readFileSync(join(root, folder, "THIRD_PARTY_NOTICES.md"), "utf8").split(/^(?=## )/m);
  return names.map((name) => {
    const texts = sections.filter((text) => text.startsWith(`## ${name} `)).map((text) => text.trim());
    if (texts.length === 0) throw new Error(`${folder} has no licence text of ${name}`);
    return [name, texts.join("\n\n")];
  });
}
