import type { Severity } from "@agent-hook/sdk/internal/installs";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import { type Finding, isHealthy } from "./findings.js";

/** What doctor found out about an agent, or about a file with hooks. */
export interface Inspection {
  readonly title: string;
  /** What `--json` prints about the agent and its files. */
  readonly json: object;
  readonly hooks: readonly InspectedHook[];
  /** The heading of the findings that are not about one hook. */
  readonly whole: string;
  readonly findings: readonly Finding[];
  /** The results of running the agent, if it was run. */
  readonly live?: LiveResult | undefined;
}

export interface InspectedHook {
  /** Stands before the name, such as the hook's place in the order of calls. */
  readonly mark?: string;
  readonly name: string;
  /** Stands after the name. */
  readonly command?: string;
  /** A line for each thing that is correct. */
  readonly correct: readonly string[];
  readonly findings: readonly Finding[];
  readonly json: object;
}

/** What running an agent has shown, in addition to findings. */
export interface LiveResult {
  readonly findings: readonly Finding[];
  readonly correct: readonly string[];
  /** What happened, in order. */
  readonly events: readonly string[];
  /** What the runs prove, and what they do not. */
  readonly summary?: string;
  readonly json: object;
}

/** Returns what `--json` prints. */
export function reportOf(inspection: Inspection): object {
  const { json, hooks, findings, live } = inspection;
  return {
    ...json,
    hooks: hooks.map((hook) => ({ ...hook.json, findings: hook.findings })),
    findings,
    ...(live && { live: live.json }),
    ok: isHealthy(findingsOf(inspection)),
  };
}

/** Returns all findings: those about the whole first. */
export function findingsOf({ findings, hooks }: Pick<Inspection, "findings" | "hooks">): Finding[] {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)];
}

/** Prints each hook, a line for each thing that is correct, and the findings with their fixes. */
export function printInspection(inspection: Inspection, terminal: Terminal): void {
  const { title, hooks, whole, findings, live } = inspection;
  terminal.print(escapeLine(title));
  for (const { mark, name, command, correct, findings } of hooks) {
    terminal.print();
    const [before, after] = [mark === undefined ? "" : `${mark} `, command === undefined ? "" : `  ${command}`];
    terminal.print(`${before}${terminal.style("bold", escapeLine(name))}${escapeLine(after)}`);
    printSection({ correct, findings }, terminal);
  }
  if (findings.length > 0 || live?.summary !== undefined || live?.events.length) {
    terminal.print();
    terminal.print(terminal.style("bold", whole));
    printSection({ ...live, findings }, terminal);
  }
  terminal.print();
  terminal.print(summaryLine(findingsOf(inspection), hooks.length, terminal));
}

function printSection(
  { correct = [], events = [], findings, summary }: Pick<Inspection, "findings"> & Partial<LiveResult>,
  terminal: Terminal,
): void {
  for (const line of correct) terminal.print(`  ${terminal.style("green", "✓")} ${escapeLine(line)}`);
  for (const line of events) terminal.print(`  ${escapeLine(line)}`);
  for (const found of findings) printFinding(found, terminal);
  if (summary !== undefined) terminal.print(`  ${escapeLine(summary)}`);
}

const MARKS = { problem: ["red", "✗"], warning: ["yellow", "!"], note: ["blue", "i"] } as const;

/** Prints a finding with its fix. */
function printFinding({ id, severity, message, fix }: Finding, terminal: Terminal): void {
  const [colour, mark] = MARKS[severity];
  // A line of hook output must not look like one of doctor's own lines.
  const text = message.replaceAll("\n", "\n      | ");
  terminal.print(`  ${terminal.style(colour, mark)} ${severity} ${terminal.style("bold", id)}  ${text}`);
  terminal.print(`      fix: ${escapeLine(fix)}`);
}

/** Returns a line with the number of hooks, and of findings by severity. */
function summaryLine(findings: readonly Finding[], hooks: number, terminal: Terminal): string {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const counts = (["problem", "warning", "note"] as const).flatMap((severity) =>
    count(severity) > 0 ? [counted(count(severity), severity)] : [],
  );
  const mark = count("problem") + count("warning") > 0 ? terminal.style("red", "✗") : terminal.style("green", "✓");
  return `${mark} ${counted(hooks, "hook")}: ${counts.length > 0 ? counts.join(", ") : "nothing found"}`;
}
