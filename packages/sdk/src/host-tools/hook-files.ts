import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "./config-schema.js";

/** The environment in which a host looks for its files. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The project folder. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** A file in which a host looks for hooks, or for settings that switch them off. */
export interface HookFile {
  readonly path: string;
  readonly scope: "user" | "project" | "managed";
  /** The file contains only settings, no hooks. */
  readonly settingsOnly?: true;
}

/** A file that exists. */
export interface ReadFile extends HookFile {
  /** Empty if the host ignores the file. */
  readonly value: JsonObject;
  /** Why the host ignores the file. */
  readonly fault?: string;
  /** Whether the program around its JSON is not the one that this version of the SDK writes. */
  readonly otherCode?: true;
  /** Whether the system denies access to the file. */
  readonly locked?: true;
}

/**
 * Returns the folders from the root of the Git repository to this one. Outside of a repository, returns only this one, or
 * with `"all"` the folders from the root of the file system.
 */
export function foldersFromRepositoryRoot(
  folder: string,
  outside: "this" | "all" = "this",
): readonly [top: string, ...below: string[]] {
  for (let at = folder, below: string[] = []; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return [at, ...below];
    below = [at, ...below];
    if (at === dirname(at)) return outside === "all" ? [at, ...below.slice(1)] : [folder];
  }
}

/** Returns the real path, or the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
