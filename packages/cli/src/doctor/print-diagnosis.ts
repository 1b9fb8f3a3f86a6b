import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Facts, HookFacts } from "./facts/facts.js";
import type { Finding, Severity } from "./findings/catalogue.js";
import { seconds } from "./findings/deadlines.js";
import type { Diagnosis } from "./findings/diagnose.js";
import { killedText } from "./findings/killed-text.js";
import { probeLines } from "./probe/probe.js";

/** Prints the hooks in call order, one line for each thing that is correct, and the findings with their fixes. */
export function printDiagnosis(facts: Facts, { hooks, findings }: Diagnosis, terminal: Terminal): void {
  const { config, version } = facts;
  terminal.print(`${escapeLine(config.file)}${version === undefined ? "" : `, read by picoclaw ${version}`}`);
  let place = 0;
  for (const { hook, findings } of hooks) {
    terminal.print();
    terminal.print(
      `${hook.runnable && config.enabled ? `${++place}.` : "-"} ${terminal.style("bold", escapeLine(hook.name))}  ${escapeLine((hook.config.command ?? []).join(" "))}`,
    );
    for (const line of fine(hook, findings, facts))
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

const MARKS = { problem: ["red", "✗"], warning: ["yellow", "!"], note: ["blue", "i"] } as const;

/** Prints a finding with its fix. */
export function printFinding({ id, severity, message, fix }: Finding, terminal: Terminal): void {
  const [colour, mark] = MARKS[severity];
  // A line of hook output must not look like one of ours.
  const text = message.replaceAll("\n", "\n      | ");
  terminal.print(`  ${terminal.style(colour, mark)} ${severity} ${terminal.style("bold", id)}  ${text}`);
  terminal.print(`      fix: ${escapeLine(fix)}`);
}

/** Returns what was inspected and is correct. */
function fine(
  { manifest, start, settings, probe, ...hook }: HookFacts,
  findings: readonly Finding[],
  { config }: Facts,
): string[] {
  const found = (...ids: Finding["id"][]) => findings.some(({ id }) => ids.includes(id));
  if (start?.hello === undefined) return [];
  const killed = killedText({ ...hook, settings });
  const from =
    manifest === undefined
      ? ""
      : ` (${[manifest.name, manifest.version, manifest.sdk.name, manifest.sdk.version].filter(Boolean).join(" ")})`;
  const { interceptMs, approveMs } = config.timeouts;
  return [
    `starts, and answers hello in ${start.ms} ms${from}`,
    ...(manifest !== undefined && !found("unasked-guard", "missing-mode")
      ? [`is called at every point that it handles: ${manifest.points.join(", ")}`]
      : []),
    ...(probe === undefined ? [] : probeLines(probe)),
    ...(killed !== undefined && settings?.modes.includes("approve") ? [killed] : []),
    ...(manifest !== undefined && !found("deadline-too-long", "approval-deadline-too-long")
      ? [`its deadlines are shorter than the host's ${seconds(interceptMs)} and ${seconds(approveMs)}`]
      : []),
  ];
}

/** Counts the findings by severity. */
export function summary(findings: readonly Finding[], hooks: number, terminal: Terminal): string {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  const say = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const counts = (["problem", "warning", "note"] as const).flatMap((severity) =>
    count(severity) > 0 ? [say(count(severity), severity)] : [],
  );
  const mark = count("problem") + count("warning") > 0 ? terminal.style("red", "✗") : terminal.style("green", "✓");
  return `${mark} ${say(hooks, "hook")}: ${counts.length > 0 ? counts.join(", ") : "nothing found"}`;
}
