import type { Severity } from "@agent-hook/sdk/internal/installs";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Finding } from "./findings.js";

/** The result of one inspection. */
export interface Outcome {
  /** What `--json` prints. */
  readonly json: object;
  /** Whether doctor found neither problems nor warnings. */
  readonly healthy: boolean;
  /** Whether the agent was run. */
  readonly ranAgent?: boolean;
  print(terminal: Terminal): void;
}

const MARKS = { problem: ["red", "✗"], warning: ["yellow", "!"], note: ["blue", "i"] } as const;

/** Prints a finding with its fix. */
export function printFinding({ id, severity, message, fix }: Finding, terminal: Terminal): void {
  const [colour, mark] = MARKS[severity];
  // A line of hook output must not look like one of doctor's own lines.
  const text = message.replaceAll("\n", "\n      | ");
  terminal.print(`  ${terminal.style(colour, mark)} ${severity} ${terminal.style("bold", id)}  ${text}`);
  terminal.print(`      fix: ${escapeLine(fix)}`);
}

/** Returns a line with the number of hooks, and of findings by severity. */
export function summary(findings: readonly Finding[], hooks: number, terminal: Terminal): string {
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const counts = (["problem", "warning", "note"] as const).flatMap((severity) =>
    count(severity) > 0 ? [counted(count(severity), severity)] : [],
  );
  const mark = count("problem") + count("warning") > 0 ? terminal.style("red", "✗") : terminal.style("green", "✓");
  return `${mark} ${counted(hooks, "hook")}: ${counts.length > 0 ? counts.join(", ") : "nothing found"}`;
}
