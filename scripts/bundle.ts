// Bundles some packages into a few files, because a few files load faster than over a hundred modules. Dependencies in
// package.json stay external, unless they are named here. Everything else is bundled, including npm packages, whose
// licences go into a file.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { bundle as bundleHook } from "../packages/cli/src/build/bundle.js";
import { type ModuleBundle, writeModules } from "./bundle/modules.js";
import { noticesOf, packagesIn } from "./bundle/notices.js";

const root = fileURLToPath(new URL("../", import.meta.url));

const bundles: readonly ModuleBundle[] = [
  {
    folder: "packages/sdk",
    entries: [
      "hosts/live-agents",
      "hosts/generated/names",
      "hosts/simulations",
      "index",
      ...nativeTypes(),
      "hook/own-filters",
      "hosts/installs",
      "hosts/machines",
      "hosts/sessions",
      "hosts/usage",
      "launcher/index",
      "protocol/index",
      "questions/index",
      "record/index",
      "redaction/index",
      "runtime/state-folder",
      "serve/adapter",
      "serve/hosts",
      "serve/in-process",
      "serve/resident/report",
      "text/index",
      "transcript/index",
      "wire/index",
      "wire/process-group",
      "zod",
    ],
    // Only its types stay a dependency. Its own files are 120, most of them translations.
    bundled: ["zod"],
    // Authors and MCP use most of zod, and the SDK little.
    copies: { zod: ["/packages/sdk/src/zod.ts", "/node_modules/@modelcontextprotocol/"] },
    // What a process loads together is one file.
    files: {
      core: ["index", ...modulesOfHosts("tool-kinds")],
      call: [
        "runtime/dispatcher",
        ...["one-shot-call", "cells", "decode", "field-schemas", "host-table", "specific-output", "denials"].map(
          (name) => `command-hook/${name}`,
        ),
        ...["content-blocks", "parts", "requested-call"].map((name) => `codec/${name}`),
        "record/open-recorder",
      ],
      "picoclaw-service": ["hosts/picoclaw/service"],
      ...fileOfEach(modulesOfHosts("adapter")),
      ...fileOfEach(modulesOfHosts("serve")),
    },
  },
  {
    folder: "packages/cli",
    entries: ["run", "agent-shell", "doctor/live/probe", "doctor/live/record", "host-config/index"],
  },
  { folder: "packages/create-agent-hook", entries: ["main"] },
];

// bundle.ts [FOLDER ...]. Default: all folders.
const selected = process.argv.slice(2);
for (const bundle of bundles) if (selected.length === 0 || selected.includes(bundle.folder)) await write(bundle);
if (selected.length === 0 || selected.includes("packages/sdk")) await writeLauncher();

async function write(bundle: ModuleBundle): Promise<void> {
  removeStaleFiles(`${root}${bundle.folder}/src`, `${root}${bundle.folder}/dist`);
  const others = bundle.folder === "packages/cli" ? [...(await writePage()), ...(await writeRunner())] : [];
  const files = [...(await writeModules(bundle, root)), ...others];
  writeFileSync(`${root}${bundle.folder}/THIRD_PARTY_NOTICES.md`, noticesOf(packagesIn(files, root)));
  console.log(`${bundle.folder} is bundled`);
}

/** Writes the launcher for Windows as one file, which can be copied into a project. */
async function writeLauncher(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [`${root}packages/sdk/src/launcher/guard/main.ts`],
    outfile: `${root}packages/sdk/launcher/guard.mjs`,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  console.log("packages/sdk/launcher/guard.mjs is bundled");
}

/**
 * Writes the program that serves a policy file, as `agent-hook build` builds a hook: one file that needs no others. Returns
 * the files in it.
 */
async function writeRunner(): Promise<string[]> {
  const { code, metafile } = await bundleHook(`${root}packages/hooks/src/policy/main.ts`);
  mkdirSync(`${root}packages/cli/dist/policy`, { recursive: true });
  writeFileSync(`${root}packages/cli/dist/policy/hook.cjs`, code);
  console.log("packages/cli/dist/policy/hook.cjs is bundled");
  return bundledFiles(metafile).map((file) => relative(root, resolve(file)));
}

/** Writes the page of `agent-hook ui`. Returns the files in it. */
async function writePage(): Promise<string[]> {
  const src = `${root}packages/ui/src`;
  const outdir = `${root}packages/cli/dist/page`;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: `${src}/main.tsx`, out: "page" }, `${src}/page.css`],
    outdir,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
  });
  for (const name of ["index.html", "icon.svg"]) copyFileSync(`${src}/${name}`, `${outdir}/${name}`);
  console.log("packages/cli/dist/page is bundled");
  return bundledFiles(metafile);
}

/** Returns the module of each host that has one of this name. */
function modulesOfHosts(module: string): string[] {
  const hosts = readdirSync(`${root}packages/sdk/src/hosts`).map((host) => `hosts/${host}/${module}`);
  return hosts.filter((path) => existsSync(`${root}packages/sdk/src/${path}.ts`));
}

/** Returns a file for each module of a host. */
function fileOfEach(modules: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(modules.map((module) => [`${module.split("/")[1]}-serve`, [module]]));
}

/** Returns the modules with the types of each host, which are imported as `@agent-hook/sdk/HOST`. */
function nativeTypes(): string[] {
  const folder = "hosts/generated/native";
  return readdirSync(`${root}packages/sdk/src/${folder}`).map((file) => `${folder}/${file.slice(0, -".ts".length)}`);
}

/** Returns the files that still contribute bytes to the bundle. */
function bundledFiles({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
}

/** Removes files that the build may not write again: chunk names contain a hash, and both files and modules may have moved. */
function removeStaleFiles(src: string, dist: string): void {
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const isStale = file.endsWith(".d.ts")
      ? !existsSync(`${src}/${file.replace(/\.d\.ts$/, ".ts")}`)
      : file.endsWith(".js");
    if (isStale) rmSync(`${dist}/${file}`);
  }
}
