import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  filesIn,
  PACKAGES,
  type PackageName,
  pack,
  packageJson,
  root,
  type Tarballs,
  unpack,
} from "../../packaging/pack.js";
import { PROTOCOL_SCHEMAS, SDK_SCHEMAS } from "../../packaging/schemas.js";
import { typeProblems } from "../../packaging/type-problems.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-packed-")));
let tarballs: Tarballs;
let unpacked: Tarballs;

beforeAll(async () => {
  tarballs = await pack(folder);
  unpacked = await unpack(tarballs, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a tarball contains in addition to its build, its licence and its readme. */
const OTHERS: Readonly<Partial<Record<PackageName, readonly string[]>>> = {
  picoclaw: PROTOCOL_SCHEMAS,
  sdk: ["THIRD_PARTY_NOTICES.md", "launcher/ask.pl", "launcher/guard.mjs", "launcher/guard.sh", ...SDK_SCHEMAS],
  hooks: ["schemas/policy.schema.json"],
  telemetry: ["dashboard.json"],
};

describe.each(PACKAGES)("the tarball of %s", (name) => {
  const files = () => filesIn(unpacked[name]);
  const json = () => packageJson(unpacked[name]);

  it("passes publint, suggestions included", async () => {
    const tarball = new Uint8Array(readFileSync(tarballs[name])).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
  });

  it("passes attw", async () => expect(await typeProblems(tarballs[name])).toEqual([]));

  it("names its repository, folder, issues and keywords", () => {
    const { repository, bugs, homepage, keywords, sideEffects } = json();
    expect(repository?.url).toMatch(/^git\+https:.*\.git$/);
    expect(packageJson(join(root, repository?.directory ?? "")).name).toBe(`@agent-hook/${name}`);
    expect({ bugs, homepage }).toEqual({
      bugs: expect.stringMatching(/\/issues$/),
      homepage: expect.stringContaining(`/${repository?.directory}#readme`),
    });
    expect(keywords).toContain("agent");
    expect(sideEffects).toBeDefined();
  });

  it("exports only files that it contains, and not the source that our tests import", () => {
    const targets = targetsOf(json().exports);
    expect(targets.filter((target) => !files().some((file) => isMatch(target, file)))).toEqual([]);
    expect(JSON.stringify(json())).not.toContain("@agent-hook/source");
    expect(files().filter((file) => /(?<!\.d)\.[cm]?ts$/.test(file))).toEqual([]);
  });

  it("contains the current build, a licence, a readme and its other files, and no files of an older build", () => {
    const shipped = files().filter((file) => !file.startsWith("dist/chunks/"));
    const expected = [...builtFiles(name), "LICENSE", "README.md", "package.json", ...(OTHERS[name] ?? [])];
    expect(shipped, "if there are more: remove dist and tsconfig.tsbuildinfo, then build").toEqual(expected.sort());
  });

  it("depends on exact versions of what it imports, also in its users' declarations", () => {
    const { dependencies = {}, peerDependencies = {}, exports } = json();
    const used = [...files().filter((file) => file.endsWith(".js")), ...loadedDeclarations(unpacked[name], exports)]
      .flatMap((file) => importsOf(join(unpacked[name], file)))
      .map((specifier) => specifier.match(/^(@[^/]+\/[^/]+|[^./][^/]*)/)?.[0])
      .filter((specifier) => specifier !== undefined)
      .filter((specifier) => !isBuiltin(specifier) && !Object.hasOwn(peerDependencies, specifier));
    expect([...new Set(used)].sort()).toEqual(Object.keys(dependencies).sort());
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

it("the notices name the version of the bundled package", () => {
  const { version } = packageJson(join(root, "packages/sdk/node_modules/vscode-jsonrpc"));
  expect(readFileSync(join(unpacked.sdk, "THIRD_PARTY_NOTICES.md"), "utf8")).toContain(`vscode-jsonrpc ${version}`);
});

/** Returns the files that an `exports` names. */
function targetsOf(entry: unknown): string[] {
  if (typeof entry === "string") return [entry.slice("./".length)];
  return Object.values(entry as object).flatMap(targetsOf);
}

function isMatch(target: string, file: string): boolean {
  const [start = "", end] = target.split("*");
  return end === undefined ? file === target : file.startsWith(start) && file.endsWith(end);
}

/** Returns the declarations of the entry points, and those that they import. */
function loadedDeclarations(folder: string, exports: unknown): Set<string> {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const relative = importsOf(join(folder, file)).filter((specifier) => specifier.startsWith("."));
    for (const specifier of relative) load(join(file, "..", specifier).replace(/\.js$/, ".d.ts"));
  };
  const entries = targetsOf(exports).filter((target) => target.endsWith(".d.ts"));
  for (const file of filesIn(folder)) if (entries.some((entry) => isMatch(entry, file))) load(file);
  return loaded;
}

function importsOf(path: string): string[] {
  return ts.preProcessFile(readFileSync(path, "utf8")).importedFiles.map(({ fileName }) => fileName);
}

/** Returns the files of a build. The SDK is bundled into its entry points and the declarations that they use. */
function builtFiles(name: PackageName): string[] {
  const sources = filesIn(join(root, "packages", name, "src")).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const modules = sources.map((file) => `dist/${file.replace(/\.ts$/, "")}`);
  const entries = targetsOf(packageJson(join(root, "packages", name)).exports);
  const isBuilt = (module: string) => name !== "sdk" || entries.some((entry) => isMatch(entry, `${module}.js`));
  return [...modules.map((file) => `${file}.d.ts`), ...modules.filter(isBuilt).map((file) => `${file}.js`)];
}
