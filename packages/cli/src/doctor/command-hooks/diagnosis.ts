import type { HookFile, Machine } from "@agent-hook/sdk/installs";
import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import type { Finding } from "../findings/catalogue.js";
import { worstFirst } from "../findings/diagnose.js";
import type { Trial } from "../live/try-agent.js";
import type { HookTrial } from "../live/try-hook.js";
import { fileFindings } from "./file-findings.js";
import { type Facts, gather, type Hook } from "./gather.js";
import { hookFindings } from "./hook-findings.js";

/** All findings about an agent. */
export interface Diagnosis {
  readonly facts: Facts;
  readonly hooks: readonly { readonly hook: Hook; readonly findings: readonly Finding[] }[];
  /** Findings about its files as a whole. */
  readonly findings: readonly Finding[];
  /** The result of running the agent with a probe. */
  readonly trial?: Trial;
  /** The results of calls that the agent made with the user's hooks. */
  readonly hookTrials?: readonly HookTrial[];
}

/** Inspects every hook in an agent's files, reads each manifest and reports findings. */
export async function diagnoseAgent(
  agent: CommandHookHost,
  places: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  terminal: Terminal,
): Promise<Diagnosis> {
  const facts = await gather(agent, places, machine, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return diagnosed(facts);
}

/** Derives the findings from the facts. */
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
