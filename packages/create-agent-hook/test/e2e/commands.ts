import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { npmEnvironment } from "../../../../scripts/registry/npm-environment.js";

export interface CommandResult {
  readonly code: number | null;
  /** stdout and stderr, in order of arrival. */
  readonly output: string;
}

/** Runs a program to completion without a terminal. */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...npmEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

const userCache = join(execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(), "_cacache");

/**
 * Creates a separate npm cache in a folder, with the user's cached packages. With a shared cache, concurrent `npm
 * create` runs would replace each other's program.
 */
export function ownNpmCache(folder: string): string {
  const cache = join(folder, "npm-cache");
  for (const path of [userCache, cache]) mkdirSync(path, { recursive: true });
  symlinkSync(userCache, join(cache, "_cacache"));
  return cache;
}
