import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { docs, root, staged } from "./folders.js";
import { linkToRepository } from "./repository.js";

/** Copies `docs` to where VitePress reads it. */
export function stage(): void {
  rmSync(staged, { recursive: true, force: true });
  for (const name of readdirSync(docs, { recursive: true, encoding: "utf8" })) stageFile(name);
  cpSync(join(root, "site/public"), join(staged, "public"), { recursive: true });
}

/** Copies one file, named by its path below `docs`. */
export function stageFile(name: string): void {
  const to = join(staged, name);
  mkdirSync(dirname(to), { recursive: true });
  if (!name.endsWith(".md")) cpSync(join(docs, name), to, { recursive: true });
  else writeFileSync(to, linkToRepository(readFileSync(join(docs, name), "utf8"), name));
}
