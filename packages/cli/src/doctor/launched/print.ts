import { escapeLine } from "../../terminal/escape.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type Finding, hasFinding } from "../findings.js";
import { hookTrialLines, trialLines, trialSummary } from "../live/live-findings.js";
import { modTrialLines } from "../live/mod-trial-findings.js";
import { printFinding, summary } from "../outcome.js";
import { probeLines } from "../probe/probe.js";
import { type DiagnosedHook, type Diagnosis, type FileDiagnosis, findingsOf } from "./diagnosis.js";
import type { Hook } from "./hook.js";
import { reportsTrust } from "./trust.js";

/** Prints an agent as text: each hook, one line for each thing that is correct, and the findings with their fixes. */
export function printAgent(diagnosis: Diagnosis, terminal: Terminal): void {
  const { facts, hooks, findings, trial, modTrials = [], hookTrials = [] } = diagnosis;
  const { agent, entries, trust } = facts;
  const files = [...new Set(entries.map(({ file }) => file.path))];
  const reportsTrustedHooks = reportsTrust(trust) && !trust.isOff;
  terminal.print(`${agent.title}${files.length === 0 ? "" : `: ${escapeLine(files.join(", "))}`}`);
  for (const { hook, findings } of hooks) {
    const isTrusted = reportsTrustedHooks && !hasFinding(findings, "not-trusted", "switched-off");
    const trusted = isTrusted && hook.manifest !== undefined ? [`is trusted by ${agent.title}`] : [];
    printHook({ hook, findings }, { place: ` in ${hook.entries[0]?.file.path}`, correct: trusted }, terminal);
  }
  if (findings.length > 0 || trial !== undefined || hookTrials.length > 0) {
    terminal.print();
    terminal.print(terminal.style("bold", `${agent.title} as a whole`));
    const correct = trial === undefined ? [] : [...modTrialLines(facts, modTrials), ...trialLines(trial)];
    for (const line of correct) printCorrect(line, terminal);
    for (const line of hookTrials.flatMap((one) => hookTrialLines(agent, one))) terminal.print(`  ${escapeLine(line)}`);
    for (const found of findings) printFinding(found, terminal);
    if (trial !== undefined) terminal.print(`  ${escapeLine(trialSummary(agent, trial))}`);
  }
  terminal.print();
  terminal.print(summary(findingsOf(diagnosis), hooks.length, terminal));
}

/** Prints a file that configures agents, like `printAgent`. */
export function printFile(diagnosis: FileDiagnosis, terminal: Terminal): void {
  const { facts, hooks, findings } = diagnosis;
  const { agent, file, version } = facts;
  terminal.print(`${escapeLine(file)}${version === undefined ? "" : `, read by ${agent.name} ${version}`}`);
  for (const { hook, findings } of hooks) {
    const ids = findings.map(({ id }) => id);
    const correct = hook.manifest === undefined ? [] : agent.correct(hook, ids);
    printHook({ hook, findings }, { place: "", correct }, terminal);
  }
  if (findings.length > 0) {
    terminal.print();
    terminal.print(terminal.style("bold", "the file as a whole"));
    for (const found of findings) printFinding(found, terminal);
  }
  terminal.print();
  terminal.print(summary(findingsOf(diagnosis), hooks.length, terminal));
}

/** What to print about a hook: where it is configured, and what else is correct. */
interface HookDetails {
  readonly place: string;
  readonly correct: readonly string[];
}

function printHook({ hook, findings }: DiagnosedHook, { place, correct }: HookDetails, terminal: Terminal): void {
  terminal.print();
  terminal.print(
    terminal.style("bold", hook.name === hook.entries[0]?.name ? escapeLine(hook.name) : "a hook without a name"),
  );
  for (const line of [...correctLines(hook, findings, place), ...correct]) printCorrect(line, terminal);
  for (const found of findings) printFinding(found, terminal);
}

function printCorrect(line: string, terminal: Terminal): void {
  terminal.print(`  ${terminal.style("green", "✓")} ${escapeLine(line)}`);
}

/** Returns the lines about what doctor inspected and found correct. They are the same for every agent. */
function correctLines(
  { entries, manifest, command = [], probe }: Hook,
  findings: readonly Finding[],
  place: string,
): string[] {
  const events = [...new Set(entries.map(({ event }) => event))].join(", ");
  const probeText = probe === undefined ? [] : probeLines(probe);
  const configured = `is configured for ${events}${place}`;
  if (manifest === undefined) return [configured, ...probeText];
  const starts = !findings.some(({ id }) => NOT_STARTED.includes(id));
  const isLaunched = !findings.some(({ id }) => NOT_LAUNCHED.includes(id));
  return [
    ...(starts ? [`starts: ${command.join(" ")} (onFailure "${manifest.onFailure}")`] : []),
    configured,
    ...probeText,
    ...(isLaunched ? ["starts through the launcher, with a denial as the fallback if the launcher is missing"] : []),
  ];
}

/** Findings that mean that a hook does not start. */
const NOT_STARTED: readonly string[] = ["bad-snapshot", "working-dir-missing"];

/** Findings that mean that the launcher does not start an entry correctly. */
const NOT_LAUNCHED: readonly string[] = [
  "launcher-missing",
  "other-launcher",
  "bare-command",
  "wrong-event",
  "wrong-denial",
  "wrong-mode",
  "limits-order",
  "timeout-unit",
];
