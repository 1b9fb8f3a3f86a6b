import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packAll } from "../../../../scripts/registry/pack.js";

const folder = mkdtempSync(join(tmpdir(), "create-agent-hook-packed-"));
const installed = join(folder, "node_modules/create-agent-hook");
let tarballs: readonly string[];
let tarball: string;

beforeAll(async () => {
  mkdirSync(join(folder, "tarballs"));
  tarballs = await packAll(join(folder, "tarballs"));
  tarball = tarballs.find((file) => basename(file).startsWith("create-agent-hook-")) ?? "";
  writeFileSync(join(folder, "package.json"), "{}");
  // Offline, so a missing dependency makes the installation fail.
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, stdio: "ignore" });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(installed, file), "utf8");
const importsOf = (file: string) => ts.preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName);
const chunks = () => readdirSync(join(installed, "dist/chunks")).map((name) => `dist/chunks/${name}`);

it("is one tarball: npm create downloads nothing else", () => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "create-agent-hook",
  ]);
  expect(JSON.parse(read("package.json")).dependencies).toBeUndefined();
});

it("contains these files", () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  expect(files.filter((file) => !file.startsWith("dist/chunks/")).sort()).toEqual([
    "LICENSE",
    "README.md",
    "THIRD_PARTY_NOTICES.md",
    "bin/create-agent-hook.cjs",
    "bin/start.cjs",
    "dist/main.js",
    "dist/templates.json",
    "package.json",
  ]);
});

it("passes publint, suggestions included", async () => {
  const buffer = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
});

it("imports only Node's own modules and its own files", () => {
  const others = ["dist/main.js", ...chunks()].flatMap(importsOf).filter((name) => !/^\.\.?\//.test(name));
  expect(others.filter((name) => !isBuiltin(name))).toEqual([]);
});

it("loads the prompts only when it needs them", () => {
  const [asking, ...more] = chunks().filter((file) => read(file).includes("Which template?"));
  expect(more).toEqual([]);
  const clack = ["dist/main.js", ...chunks()].filter((file) => read(file).includes("@clack/core"));
  expect(clack).toEqual([asking]);
  const name = asking?.slice("dist/chunks/".length);
  const importing = (form: string) => ["dist/main.js", ...chunks()].filter((file) => read(file).includes(form));
  expect(importing(`import("./${name}")`)).toHaveLength(1);
  expect(importing(`from "./${name}"`)).toEqual([]);
});

it("runs when it is installed", () => {
  const args = ["x", "--template", "guard", "--no-install", "--no-git"];
  execFileSync(join(folder, "node_modules/.bin/create-agent-hook"), args, { cwd: folder, stdio: "ignore" });
  expect(readdirSync(join(folder, "x"))).toEqual(
    expect.arrayContaining([".gitignore", ".github", "package.json", "src"]),
  );
});

it("each of our packages has a readme and a license, and no test, source, source map or recording", () => {
  for (const file of tarballs) {
    const names = filesOf(file);
    expect(names, file).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(
      names.filter((name) => /(?<!\.d)\.[cm]?ts$|\.map$|\.test\.|^(src|test)\/|fixtures|tsbuildinfo/.test(name)),
    ).toEqual([]);
  }
});

it("the command contains these files, beside its chunks and types", () => {
  const command = tarballs.find((file) => /^agent-hook-\d/.test(basename(file))) ?? "";
  const written = filesOf(command).filter(
    (name) => !/^dist\/(?:chunks\/|(?:agent-shell|host-config\/.*)\.d\.ts$)/.test(name),
  );
  expect(written).toEqual([
    "LICENSE",
    "README.md",
    "THIRD_PARTY_NOTICES.md",
    "bin/agent-hook.js",
    "dist/agent-shell.js",
    "dist/doctor/live/probe.js",
    "dist/doctor/live/record.js",
    "dist/host-config/index.js",
    "dist/page/icon.svg",
    "dist/page/index.html",
    "dist/page/page.css",
    "dist/page/page.js",
    "dist/policy/hook.cjs",
    "dist/run.js",
    "package.json",
  ]);
});

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare"];
const scriptsOf = ({ scripts = {} }: { readonly scripts?: object }) =>
  INSTALL_SCRIPTS.filter((name) => Object.hasOwn(scripts, name));
const tar = (flags: string, file: string, ...members: string[]) =>
  execFileSync("tar", [flags, file, ...members], { encoding: "utf8" });

const filesOf = (file: string) =>
  tar("-tzf", file)
    .trim()
    .split("\n")
    .map((name) => name.replace(/^package\//, ""))
    .sort();

const installedIn = (user: string, name: string) =>
  new URL(`../../../${user}/node_modules/${name}/package.json`, import.meta.url);

it("none of our packages runs anything when it is installed, and each names its dependencies by exact versions", () => {
  const used = new Set<string>();
  for (const file of tarballs) {
    const {
      name,
      dependencies = {},
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
      ...rest
    } = JSON.parse(tar("-xOzf", file, "package/package.json"));
    expect(scriptsOf(rest), name).toEqual([]);
    // npm compiles a package with this file even without an install script.
    expect(tar("-tzf", file)).not.toContain("binding.gyp");
    expect(optionalDependencies, name).toBeUndefined();
    // npm installs no optional peer: a user who wants one installs it.
    for (const peer of Object.keys(peerDependencies)) {
      expect(peerDependenciesMeta[peer], `${name}: ${peer}`).toEqual({ optional: true });
    }
    for (const [dependency, version] of Object.entries(dependencies)) {
      expect(version, `${name}: ${dependency}`).toMatch(/^\d+\.\d+\.\d+$/);
      if (!/^(@agent-hook\/|agent-hook$)/.test(dependency)) used.add(dependency);
    }
  }
  const others = [...used].filter((name) => !name.startsWith("@opentelemetry/"));
  expect(others.sort()).toEqual(["esbuild", "proper-lockfile", "re2js", "unbash", "yaml", "zod"]);
  const usedBy = { "proper-lockfile": "telemetry", re2js: "testing", unbash: "hooks", zod: "sdk" } as const;
  const manifests = [...used].map((name) =>
    readFileSync(
      installedIn(
        name.startsWith("@opentelemetry/") ? "telemetry" : (usedBy[name as keyof typeof usedBy] ?? "cli"),
        name,
      ),
    ),
  );
  const running = manifests
    .map((text) => JSON.parse(text.toString()))
    .filter((manifest) => scriptsOf(manifest).length > 0);
  // A dependency of only the `agent-hook` command, which also works without it.
  expect(running.map(({ name }) => name)).toEqual(["esbuild"]);
});
