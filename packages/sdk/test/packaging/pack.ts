import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npmEnvironment } from "../../../../scripts/registry/npm-environment.js";

const run = promisify(execFile);

export const root = fileURLToPath(new URL("../../../../", import.meta.url));
export const PACKAGES = ["sdk", "picoclaw", "civic", "testing", "hooks", "frameworks", "telemetry"] as const;
export type PackageName = (typeof PACKAGES)[number];

/** The fields of a package.json that the tests read. */
export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly bugs?: string;
  readonly homepage?: string;
  readonly keywords?: readonly string[];
  readonly sideEffects?: boolean;
}

export type Tarballs = Readonly<Record<PackageName, string>>;

/** Packs the packages into a folder, as they are published. */
export async function pack(folder: string): Promise<Tarballs> {
  const filters = PACKAGES.flatMap((name) => ["--filter", `@agent-hook/${name}`]);
  await npmCommand("npx", ["--yes", "pnpm@10.34.9", "-r", ...filters, "pack", "--pack-destination", folder], root);
  const tarball = (name: PackageName) => {
    const { version } = packageJson(join(root, "packages", name));
    return join(folder, `agent-hook-${name}-${version}.tgz`);
  };
  return Object.fromEntries(PACKAGES.map((name) => [name, tarball(name)])) as Record<PackageName, string>;
}

/** Unpacks the tarballs into a folder, and returns the folder of each package. */
export async function unpack(tarballs: Tarballs, folder: string): Promise<Tarballs> {
  const unpacked = Object.entries(tarballs).map(async ([name, tarball]) => {
    const target = join(folder, name);
    mkdirSync(target);
    await run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
    return [name, target];
  });
  return Object.fromEntries(await Promise.all(unpacked));
}

/**
 * Installs the tarballs with npm into an empty project in a folder. Works offline: their dependencies are packed from
 * the workspace's own node_modules, so npm fails on any other package.
 */
export async function install(tarballs: Tarballs, folder: string): Promise<string> {
  const project = join(folder, "consumer");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  const others = await Promise.all([...foreignPackages()].map(([name, installed]) => repack(name, installed, folder)));
  const specifiers = [...Object.values(tarballs), ...others];
  await npmCommand(
    "npm",
    ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...specifiers],
    project,
  );
  return project;
}

/** Returns the size of all files in a folder, in bytes. */
export function bytesIn(folder: string): number {
  return filesIn(folder).reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
}

/** Returns all files in a folder, except for its node_modules, by relative path. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

export function packageJson(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Returns the packages of others that ours need, also those that these need, with their folders. */
function foreignPackages(): Map<string, string> {
  const found = new Map<string, string>();
  const add = (modules: string, names: readonly string[]) => {
    for (const name of names) {
      if (name.startsWith("@agent-hook/") || found.has(name)) continue;
      const installed = realpathSync(join(modules, name));
      found.set(name, installed);
      // pnpm puts what a package needs next to it.
      add(installed.slice(0, -name.length), Object.keys(packageJson(installed).dependencies ?? {}));
    }
  };
  for (const name of PACKAGES) {
    const ours = join(root, "packages", name);
    add(join(ours, "node_modules"), Object.keys(packageJson(ours).dependencies ?? {}));
  }
  return found;
}

async function repack(name: string, installed: string, folder: string): Promise<string> {
  const [copy, tarball] = [join(folder, name), join(folder, `${name.replaceAll("/", "-")}.tar`)];
  // pnpm's files are hard links, which npm does not unpack.
  await cp(installed, join(copy, "package"), { recursive: true, dereference: true });
  await run("tar", ["-cf", tarball, "-C", copy, "package"]);
  return tarball;
}

function npmCommand(command: "npm" | "npx", args: readonly string[], cwd: string) {
  return run(command, args, { cwd, env: npmEnvironment(), shell: process.platform === "win32", maxBuffer: 2 ** 24 });
}
