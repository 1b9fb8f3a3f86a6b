import { LIVE_AGENTS } from "@agent-hook/sdk/internal/live-agents";
import { installedProgram } from "../../config/find-program.js";
import type { Terminal } from "../../terminal/terminal.js";
import { worstFirst } from "../findings.js";
import type { Diagnosis } from "../launched/diagnosis.js";
import { beforeTool } from "../launched/entry.js";
import { hookTrialFindings, liveFindings } from "./live-findings.js";
import { modTrialFindings } from "./mod-trial-findings.js";
import { probedEntry } from "./probed-entry.js";
import { tryAgent } from "./try-agent.js";
import { type HookTrial, type ToolCall, tryHook } from "./try-hook.js";
import { tryMods } from "./try-mods.js";

/** Runs the installed agent with a probe and adds the results. Adds nothing if the agent cannot be run. */
export async function withTrial(diagnosis: Diagnosis, terminal: Terminal, signal: AbortSignal): Promise<Diagnosis> {
  const { agent, hooks } = diagnosis.facts;
  const [live, program] = [LIVE_AGENTS[agent.name], installedProgram(agent.program)];
  if (live === undefined || program === undefined) return diagnosis;
  const entry = probedEntry(agent, hooks, live.shellCall("").tool);
  const onProgress = (what: string) => terminal.progress(what);
  const modTrials = await tryMods(diagnosis.facts, live, program, signal, onProgress);
  const trial = await tryAgent(agent, live, program, entry, signal, onProgress, modTrials.length > 0);
  terminal.clearProgress();
  const newFindings = [...liveFindings(agent, trial), ...modTrialFindings(diagnosis.facts, modTrials)];
  return { ...diagnosis, trial, modTrials, findings: worstFirst([...diagnosis.findings, ...newFindings]) };
}

/** Runs the installed agent with each hook that it calls before tools, and adds the results of the call. */
export async function withHookTrials(
  diagnosis: Diagnosis,
  call: ToolCall,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { agent, hooks } = diagnosis.facts;
  const [live, program] = [LIVE_AGENTS[agent.name], installedProgram(agent.program)];
  if (live === undefined || program === undefined) return diagnosis;
  const guards = hooks.filter(
    ({ consentMissing, entries }) => !consentMissing && entries.some(({ event }) => event === beforeTool(agent)),
  );
  const hookTrials: HookTrial[] = [];
  for (const hook of guards.filter(() => !signal.aborted)) {
    terminal.progress(`running ${agent.program} with ${hook.name}`);
    hookTrials.push(await tryHook(agent, live, program, hook, call, signal));
  }
  terminal.clearProgress();
  const newFindings = hookTrials.flatMap((trial) => hookTrialFindings(agent, trial));
  return { ...diagnosis, hookTrials, findings: worstFirst([...diagnosis.findings, ...newFindings]) };
}
