import { filterFindings } from "../filter-findings.js";
import { type Finding, worstFirst } from "../findings.js";
import { commandFindings, sameCommandFindings } from "./command-findings.js";
import { configFindings, entryFindings, secretFindings, traceFindings } from "./config-findings.js";
import { deadlineFindings, timeoutFindings } from "./deadline-findings.js";
import type { Facts, HookProcessFacts } from "./facts.js";
import { failureFindings } from "./failure-findings.js";
import { modeFindings } from "./mode-findings.js";
import { orderFindings } from "./order-findings.js";
import { serverFindings } from "./servers.js";
import { helloFindings, probeFindings } from "./start-findings.js";
import { versionFindings, versionsFindings } from "./version-findings.js";

/** A hook and its findings. */
interface DiagnosedHook {
  readonly hook: HookProcessFacts;
  readonly findings: readonly Finding[];
}

/** All findings about a config. */
export interface Diagnosis {
  readonly hooks: readonly DiagnosedHook[];
  /** Findings about the config as a whole. */
  readonly findings: readonly Finding[];
}

/** Derives the findings from the facts. */
export function diagnose(facts: Facts): Diagnosis {
  return {
    hooks: facts.hooks.map((hook) => ({ hook, findings: worstFirst(hookFindings(hook, facts)) })),
    findings: worstFirst([
      ...configFindings(facts),
      ...sameCommandFindings(facts),
      ...serverFindings(facts),
      ...versionsFindings(facts),
      ...timeoutFindings(facts),
      ...secretFindings(facts),
    ]),
  };
}

function hookFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  const started = facts.config.enabled ? hook : undefined;
  return [
    ...entryFindings(hook, facts),
    ...(started === undefined ? [] : startedFindings(started, facts)),
    ...traceFindings(hook),
  ];
}

function startedFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  return [
    ...commandFindings(hook),
    ...helloFindings(hook),
    ...probeFindings(hook),
    ...modeFindings(hook),
    ...filterFindings(hook, hook.host),
    ...failureFindings(hook),
    ...deadlineFindings(hook, facts),
    ...orderFindings(hook, facts),
    ...versionFindings(hook, facts),
  ];
}

export function findingsOf({ hooks, findings }: Diagnosis): Finding[] {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)];
}
