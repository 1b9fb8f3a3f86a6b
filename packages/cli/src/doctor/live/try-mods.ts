import type { ModInstall } from "@agent-hook/sdk/internal/installs";
import { type LiveAgent, makeFolders, plainEnvironment, runToEnd } from "@agent-hook/sdk/internal/live-agents";
import { linesIn } from "../../start-failure.js";
import type { Facts } from "../launched/gather.js";
import { type InstalledMod, installedMods } from "../launched/mods.js";
import { lastLines } from "../probe/probe.js";

/** The result of a mod's check by the installed agent. */
export interface ModTrial {
  readonly mod: InstalledMod;
  /** What is wrong with the mod. Empty if the agent accepts it. */
  readonly problems: readonly string[];
}

const TIMEOUT_MS = 60_000;
const NO_MODEL = "http://127.0.0.1:1";

/** Makes the installed agent check each mod, in an empty home. Runs nothing of a mod. */
export async function tryMods(
  facts: Facts,
  live: LiveAgent,
  program: string,
  signal: AbortSignal,
  onProgress: (what: string) => void,
): Promise<ModTrial[]> {
  const { mod, program: name } = facts.agent;
  if (mod === undefined) return [];
  const trials: ModTrial[] = [];
  for (const installed of installedMods(mod, facts).filter(() => !signal.aborted)) {
    onProgress(`running ${name}: it checks ${installed.path}`);
    trials.push({ mod: installed, problems: await problemsOf(mod, live, program, installed.path, signal) });
  }
  return trials;
}

async function problemsOf(
  { validation }: ModInstall,
  live: LiveAgent,
  program: string,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  await using folders = await makeFolders();
  const { home, project } = folders;
  // Also without a model, these variables keep the agent off the network.
  const env = { ...plainEnvironment(home), ...live.environment(NO_MODEL, home) };
  const options = { cwd: project, env, limitMs: TIMEOUT_MS, signal };
  const { exit, stdout, stderr, timedOut } = await runToEnd(program, validation.arguments(path), options);
  if (exit === 0) return [];
  if (timedOut) return [`the check did not end within ${TIMEOUT_MS / 1000} s`];
  const problems = validation.problems(stdout);
  return problems.length > 0 ? problems : [lastLines(linesIn(stderr || stdout)).join("\n") || "the check failed"];
}
