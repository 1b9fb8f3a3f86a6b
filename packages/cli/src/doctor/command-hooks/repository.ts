import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folders from the top of the Git repository down to one in it; that one alone where there is none. */
export function foldersFromTop(folder: string): readonly [top: string, ...below: string[]] {
  for (let at = folder, below: string[] = []; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return [at, ...below];
    below = [at, ...below];
    if (at === dirname(at)) return [folder];
  }
}
