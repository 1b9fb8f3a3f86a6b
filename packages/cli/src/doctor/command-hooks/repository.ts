import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the folders from the root of the Git repository to this one, or only this one outside of a repository. */
export function foldersFromTop(folder: string): readonly [top: string, ...below: string[]] {
  for (let at = folder, below: string[] = []; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return [at, ...below];
    below = [at, ...below];
    if (at === dirname(at)) return [folder];
  }
}
