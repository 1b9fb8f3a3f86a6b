// Measures the two commands from an empty folder to a passing test, with this clone's packages and warm caches. Prints
// the median wall-clock seconds of each command as JSON.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packAll } from "./registry/pack.js";
import { Registry } from "./registry/registry.js";

const ROUNDS = 5;

/** Seconds per command. */
interface Round {
  readonly create: number;
  readonly test: number;
}

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
mkdirSync(join(folder, "tarballs"));
const tarballs = await packAll(join(folder, "tarballs"));
const registry = await Registry.serve(tarballs);
try {
  await firstProject("warms-the-caches");
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await firstProject(`hook-${round}`));
  const create = median(rounds.map((round) => round.create));
  const test = median(rounds.map((round) => round.test));
  console.log(JSON.stringify({ create, test } satisfies Round));
} finally {
  registry.close();
  rmSync(folder, { recursive: true });
}

async function firstProject(name: string): Promise<Round> {
  const create = ["create", "agent-hook@latest", name, "--", "--template", "guard", "--yes"];
  return { create: await seconds(create, folder), test: await seconds(["test"], join(folder, name)) };
}

async function seconds(args: readonly string[], cwd: string): Promise<number> {
  const started = performance.now();
  const env = { ...process.env, npm_config_registry: registry.url, npm_config_yes: "true" };
  await run("npm", args, { cwd, env });
  return (performance.now() - started) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
