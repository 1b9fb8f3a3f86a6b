import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npmEnvironment } from "./npm-environment.js";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Packs every published package into a folder and returns the tarballs. The packages must be built. */
export async function packAll(folder: string): Promise<string[]> {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const filters = publicPackages().flatMap((name) => ["--filter", name]);
  const args = ["--yes", packageManager, "-r", ...filters, "pack", "--pack-destination", folder];
  await run("npx", args, { cwd: root, env: npmEnvironment(), maxBuffer: 2 ** 24 });
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
