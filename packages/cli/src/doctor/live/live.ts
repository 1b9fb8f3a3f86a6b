import { LIVE_AGENTS, type LiveAgent } from "@agent-hook/sdk/internal/live-agents";
import { installedProgram } from "../../config/find-program.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { LiveResult } from "../inspection.js";
import { beforeTool } from "../launched/entry.js";
import type { Facts } from "../launched/gather.js";
import { hookTrialFindings, hookTrialLines, liveFindings, trialLines, trialSummary } from "./live-findings.js";
import { modTrialFindings, modTrialLines } from "./mod-trial-findings.js";
import { probedEntry } from "./probed-entry.js";
import { tryAgent } from "./try-agent.js";
import { type HookTrial, type ToolCall, tryHook } from "./try-hook.js";
import { tryMods } from "./try-mods.js";

/**
 * Runs the installed agent with a probe. With a call, runs it once with each hook that it calls before tools. Returns
 * `undefined` if the agent cannot be run.
 */
export async function runAgent(
  facts: Facts,
  call: ToolCall | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<LiveResult | undefined> {
  const [live, program] = [LIVE_AGENTS[facts.agent.name], installedProgram(facts.agent.program)];
  if (live === undefined || program === undefined) return undefined;
  const onProgress = (what: string) => terminal.progress(what);
  const result =
    call === undefined
      ? await runWithProbe(facts, live, program, signal, onProgress)
      : await runWithHooks(facts, call, live, program, signal, onProgress);
  terminal.clearProgress();
  return result;
}

async function runWithProbe(
  facts: Facts,
  live: LiveAgent,
  program: string,
  signal: AbortSignal,
  onProgress: (what: string) => void,
): Promise<LiveResult> {
  const { agent, hooks } = facts;
  const entry = probedEntry(agent, hooks, live.shellCall("").tool);
  const mods = await tryMods(facts, live, program, signal, onProgress);
  const trial = await tryAgent(agent, live, program, entry, signal, onProgress, mods.length > 0);
  const { version, runs } = trial;
  const { where, without, mode, node, launcher } = entry;
  const probed = { entry: where, ...(without.length > 0 && { without }), mode, node, launcher };
  return {
    findings: [...liveFindings(agent, trial), ...modTrialFindings(facts, mods)],
    correct: [...modTrialLines(facts, mods), ...trialLines(trial)],
    events: [],
    summary: trialSummary(agent, trial),
    json: {
      ...{ program, version, ...probed, runs },
      ...(mods.length > 0 && { mods: mods.map(({ mod: { path }, problems }) => ({ path, problems })) }),
    },
  };
}

async function runWithHooks(
  { agent, hooks }: Facts,
  call: ToolCall,
  live: LiveAgent,
  program: string,
  signal: AbortSignal,
  onProgress: (what: string) => void,
): Promise<LiveResult> {
  const guards = hooks.filter(
    ({ consentMissing, entries }) => !consentMissing && entries.some(({ event }) => event === beforeTool(agent)),
  );
  const calls: HookTrial[] = [];
  for (const hook of guards) {
    if (signal.aborted) break;
    onProgress(`running ${agent.program} with ${hook.name}`);
    calls.push(await tryHook(agent, live, program, hook, call, signal));
  }
  return {
    findings: calls.flatMap((trial) => hookTrialFindings(agent, trial)),
    correct: [],
    events: calls.flatMap((trial) => hookTrialLines(agent, trial)),
    json: { calls },
  };
}
