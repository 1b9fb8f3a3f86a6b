import { escapeLine } from "../../terminal/escape.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type Finding, hasFinding } from "../findings.js";
import { printFinding, summary } from "../outcome.js";
import { probeLines } from "../probe/probe.js";
import { seconds } from "./deadline-findings.js";
import type { Diagnosis } from "./diagnosis.js";
import { type Facts, type HookProcessFacts, killedText } from "./facts.js";
import { handledPoints } from "./mode-findings.js";

/** Prints the hooks in call order, one line for each thing that is correct, and the findings with their fixes. */
export function printDiagnosis(facts: Facts, { hooks, findings }: Diagnosis, terminal: Terminal): void {
  const { host, config, version } = facts;
  terminal.print(`${escapeLine(config.file)}${version === undefined ? "" : `, read by ${host.name} ${version}`}`);
  let position = 0;
  for (const { hook, findings } of hooks) {
    terminal.print();
    terminal.print(
      `${hook.runnable && config.enabled ? `${++position}.` : "-"} ${terminal.style("bold", escapeLine(hook.name))}  ${escapeLine((hook.config.command ?? []).join(" "))}`,
    );
    for (const line of correctLines(hook, findings, facts))
      terminal.print(`  ${terminal.style("green", "✓")} ${escapeLine(line)}`);
    for (const found of findings) printFinding(found, terminal);
  }
  if (findings.length > 0) {
    terminal.print();
    terminal.print(terminal.style("bold", "the config as a whole"));
    for (const found of findings) printFinding(found, terminal);
  }
  terminal.print();
  terminal.print(summary([...findings, ...hooks.flatMap((hook) => hook.findings)], hooks.length, terminal));
}

/** Returns the lines about what doctor inspected and found correct. */
function correctLines(facts: HookProcessFacts, findings: readonly Finding[], { config }: Facts): string[] {
  const { manifest, start, settings, probe } = facts;
  if (start?.hello === undefined) return [];
  const killed = killedText(facts);
  const from =
    manifest === undefined
      ? ""
      : ` (${[manifest.name, manifest.version, manifest.sdk.name, manifest.sdk.version].filter(Boolean).join(" ")})`;
  const { interceptMs, approveMs } = config.timeouts;
  return [
    `starts, and answers hello in ${start.ms} ms${from}`,
    ...(manifest !== undefined && !hasFinding(findings, "guard-not-called", "missing-mode")
      ? [`is called at every point that it handles: ${handledPoints(facts).join(", ")}`]
      : []),
    ...(probe === undefined ? [] : probeLines(probe)),
    ...(killed !== undefined && settings?.modes.includes("approve") ? [killed] : []),
    ...(manifest !== undefined && !hasFinding(findings, "deadline-too-long", "approval-deadline-too-long")
      ? [`its deadlines are shorter than the host's ${seconds(interceptMs)} and ${seconds(approveMs)}`]
      : []),
  ];
}
