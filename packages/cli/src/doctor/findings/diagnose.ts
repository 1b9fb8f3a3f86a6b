import type { Facts, HookFacts } from "../facts/facts.js";
import type { Finding, Severity } from "./catalogue.js";
import { commandFindings, sameCommandFindings } from "./command.js";
import { configFindings, entryFindings } from "./config.js";
import { deadlineFindings, timeoutFindings } from "./deadlines.js";
import { secretFindings, traceFindings } from "./environment.js";
import { failureFindings } from "./failure.js";
import { helloFindings } from "./hello.js";
import { serverFindings } from "./mcp-server.js";
import { modeFindings } from "./modes.js";
import { orderFindings } from "./order.js";
import { probeFindings } from "./probe.js";
import { versionFindings, versionsFindings } from "./versions.js";

/** A hook and its findings. */
interface DiagnosedHook {
  readonly hook: HookFacts;
  readonly findings: readonly Finding[];
}

/** All findings. */
export interface Diagnosis {
  readonly hooks: readonly DiagnosedHook[];
  /** Findings about the config as a whole. */
  readonly findings: readonly Finding[];
}

/** Derives the findings from the facts. */
export function diagnose(facts: Facts): Diagnosis {
  return {
    hooks: facts.hooks.map((hook) => ({ hook, findings: worstFirst(findingsOf(hook, facts)) })),
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

function findingsOf(hook: HookFacts, facts: Facts): Finding[] {
  const started = facts.config.enabled ? hook : undefined;
  return [
    ...entryFindings(hook, facts),
    ...(started === undefined ? [] : startedFindings(started, facts)),
    ...traceFindings(hook),
  ];
}

function startedFindings(hook: HookFacts, facts: Facts): Finding[] {
  return [
    ...commandFindings(hook),
    ...helloFindings(hook),
    ...probeFindings(hook),
    ...modeFindings(hook),
    ...failureFindings(hook),
    ...deadlineFindings(hook, facts),
    ...orderFindings(hook, facts),
    ...versionFindings(hook, facts),
  ];
}

const ORDER: readonly Severity[] = ["problem", "warning", "note"];

/** Sorts problems first, then warnings, then notes. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}
