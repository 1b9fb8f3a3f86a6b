import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import type { Finding } from "../findings/catalogue.js";
import { worstFirst } from "../findings/diagnose.js";
import type { Trial } from "../live/try-agent.js";
import type { HookTrial } from "../live/try-hook.js";
import type { CommandHookAgent, HookFile, Machine } from "./agent.js";
import { fileFindings } from "./file-findings.js";
import { type Facts, gather, type Hook } from "./gather.js";
import { hookFindings } from "./hook-findings.js";

/** All that is found of an agent. */
export interface Diagnosis {
  readonly facts: Facts;
  readonly hooks: readonly { readonly hook: Hook; readonly findings: readonly Finding[] }[];
  /** Of its files as a whole. */
  readonly findings: readonly Finding[];
  /** What was seen when it was run. */
  readonly trial?: Trial;
  /** What came of a call when it was run with a hook of the user's. */
  readonly hookTrials?: readonly HookTrial[];
}

/** Looks at every hook of an agent's files, asks each what it is, and says what that means. */
export async function diagnoseAgent(
  agent: CommandHookAgent,
  places: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  terminal: Terminal,
): Promise<Diagnosis> {
  const facts = await gather(agent, places, machine, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return diagnosed(facts);
}

/** What the facts mean. */
function diagnosed(facts: Facts): Diagnosis {
  return {
    facts,
    hooks: facts.hooks.map((hook) => ({ hook, findings: worstFirst(hookFindings(hook, facts)) })),
    findings: worstFirst(fileFindings(facts)),
  };
}

export function findingsOf({ hooks, findings }: Diagnosis): Finding[] {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)];
}
