import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Packs every published package into a folder and returns the tarballs. The packages must be built. */
export async function packAll(folder: string): Promise<string[]> {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const filters = publicPackages().flatMap((name) => ["--filter", name]);
  // Under `npx --package node@24 ...`, the inner npx would look for its command in that package.
  const { npm_config_package: _outer, ...env } = process.env;
  const args = ["--yes", packageManager, "-r", ...filters, "pack", "--pack-destination", folder];
  await run("npx", args, { cwd: root, env, maxBuffer: 2 ** 24 });
  return readdirSync(folder)
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => join(folder, file));
}

function publicPackages(): string[] {
  const folders = readdirSync(join(root, "packages"));
  const manifests = folders.map((folder) =>
    JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")),
  );
  return manifests.flatMap(({ name, private: hidden }) => (hidden ? [] : [name]));
}
