import { escapeLine } from "../../terminal/escape.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Finding } from "../findings/catalogue.js";
import { launcherLines } from "../launched/starts-by-launcher.js";
import { hookTrialLines } from "../live/hook-trial-findings.js";
import { liveLines, shownText } from "../live/live-findings.js";
import { printFinding, summary } from "../print-diagnosis.js";
import { probeLines } from "../probe/probe.js";
import { type Diagnosis, findingsOf } from "./diagnosis.js";
import type { Hook } from "./gather.js";
import { knowsItself } from "./trust.js";

/** Prints an agent as text: each hook, one line for each thing that is correct, and the findings with their fixes. */
export function printAgent(diagnosis: Diagnosis, terminal: Terminal): void {
  const { facts, hooks, findings, trial, hookTrials = [] } = diagnosis;
  const { agent, entries } = facts;
  const files = [...new Set(entries.map(({ file }) => file.path))];
  terminal.print(`${agent.title}${files.length === 0 ? "" : `: ${escapeLine(files.join(", "))}`}`);
  const fine = (line: string) => terminal.print(`  ${terminal.style("green", "✓")} ${escapeLine(line)}`);
  for (const { hook, findings } of hooks) {
    terminal.print();
    terminal.print(
      terminal.style("bold", hook.name === hook.entries[0]?.name ? escapeLine(hook.name) : "a hook without a name"),
    );
    for (const line of fineOf(hook, findings, diagnosis)) fine(line);
    for (const found of findings) printFinding(found, terminal);
  }
  if (findings.length > 0 || trial !== undefined || hookTrials.length > 0) {
    terminal.print();
    terminal.print(terminal.style("bold", `${agent.title} as a whole`));
    if (trial !== undefined) for (const line of liveLines(trial)) fine(line);
    for (const line of hookTrials.flatMap((one) => hookTrialLines(agent, one))) terminal.print(`  ${escapeLine(line)}`);
    for (const found of findings) printFinding(found, terminal);
    if (trial !== undefined) terminal.print(`  ${escapeLine(shownText(agent, trial))}`);
  }
  terminal.print();
  terminal.print(summary(findingsOf(diagnosis), hooks.length, terminal));
}

/** Returns what was inspected and is correct. */
function fineOf(
  { entries, manifest, command = [], probe }: Hook,
  findings: readonly Finding[],
  { facts: { agent, trust } }: Diagnosis,
): string[] {
  const events = [...new Set(entries.map(({ event }) => event))].join(", ");
  const stands = `is configured for ${events} in ${entries[0]?.file.path}`;
  const asked = probe === undefined ? [] : probeLines(probe);
  if (manifest === undefined) return [stands, ...asked];
  const found = (...ids: Finding["id"][]) => findings.some(({ id }) => ids.includes(id));
  const isAsked = knowsItself(trust) && !trust.isOff;
  return [
    ...(found("bad-snapshot") ? [] : [`starts: ${command.join(" ")} (onFailure "${manifest.onFailure}")`]),
    stands,
    ...asked,
    ...launcherLines(findings),
    ...(isAsked && !found("not-trusted", "switched-off") ? [`is trusted by ${agent.title}`] : []),
  ];
}
