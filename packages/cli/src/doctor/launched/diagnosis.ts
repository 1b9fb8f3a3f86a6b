import type { AgentsFile, HookFile, Machine } from "@agent-hook/sdk/internal/installs";
import { type AgentsHost, type CommandHookHost, eventsForHook } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import { filterFindings } from "../filter-findings.js";
import { type Finding, hostFinding, worstFirst } from "../findings.js";
import type { Trial } from "../live/try-agent.js";
import type { HookTrial } from "../live/try-hook.js";
import type { ModTrial } from "../live/try-mods.js";
import { commandFindings } from "./command-findings.js";
import { entryFindings, launcherProblems, superfluousFindings } from "./entry-findings.js";
import { fileFindings } from "./file-findings.js";
import { type Facts, type FileFacts, gather, gatherFile } from "./gather.js";
import type { Hook } from "./hook.js";
import { hookFindings } from "./hook-findings.js";
import { narrowProblems } from "./narrow-matcher.js";
import { unmatchedProblems } from "./unmatched.js";

/** A hook and its findings. */
export interface DiagnosedHook<H = Hook> {
  readonly hook: H;
  readonly findings: readonly Finding[];
}

/** All findings about an agent. */
export interface Diagnosis {
  readonly facts: Facts;
  readonly hooks: readonly DiagnosedHook<Facts["hooks"][number]>[];
  /** Findings about the agent's files as a whole. */
  readonly findings: readonly Finding[];
  /** The result of running the agent with a probe. */
  readonly trial?: Trial;
  /** The results of the agent's own check of its mods. */
  readonly modTrials?: readonly ModTrial[];
  /** The results of calls that the agent made with the user's hooks. */
  readonly hookTrials?: readonly HookTrial[];
}

/** Inspects every hook in an agent's files, reads each manifest and reports findings. */
export async function diagnoseAgent(
  agent: CommandHookHost,
  hookFiles: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  terminal: Terminal,
): Promise<Diagnosis> {
  const facts = await gather(agent, hookFiles, machine, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return {
    facts,
    hooks: facts.hooks.map((hook) => ({ hook, findings: worstFirst(hookFindings(hook, facts)) })),
    findings: worstFirst(fileFindings(facts)),
  };
}

/** All findings about a file that configures agents. */
export interface FileDiagnosis {
  readonly facts: FileFacts;
  readonly hooks: readonly DiagnosedHook[];
  readonly findings: readonly Finding[];
}

/** Inspects every hook in a file that configures agents, reads each manifest and reports findings. */
export async function diagnoseFile(
  agent: AgentsHost,
  file: { readonly path: string; readonly value: FileFacts["value"] } & AgentsFile,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<FileDiagnosis> {
  const facts = await gatherFile(agent, file, version, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return {
    facts,
    hooks: facts.hooks.map((hook) => ({ hook, findings: worstFirst(fileHookFindings(hook, facts)) })),
    findings: worstFirst(agent.fileFindings(facts).map(hostFinding)),
  };
}

function fileHookFindings(hook: Hook, facts: FileFacts): Finding[] {
  const { agent } = facts;
  const rewriteCommand = facts.commandToRepeat(hook);
  return [
    ...commandFindings(hook, agent, rewriteCommand),
    ...entryFindings(hook, rewriteCommand, (entry) => [
      ...agent.entryFindings(entry, facts),
      ...unmatchedProblems(entry, agent),
      ...((hook.manifest && narrowProblems(entry, hook.manifest, agent)) ?? []),
      ...launcherProblems(entry, hook, agent, rewriteCommand),
    ]),
    ...(hook.manifest === undefined
      ? []
      : superfluousFindings(hook.entries, eventsForHook(agent.name, hook.manifest, []), rewriteCommand)),
    ...filterFindings(hook, agent),
    ...agent.hookFindings(hook, facts).map(hostFinding),
  ];
}

export function findingsOf({ hooks, findings }: Pick<Diagnosis | FileDiagnosis, "hooks" | "findings">): Finding[] {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)];
}
