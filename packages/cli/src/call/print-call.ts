import { oneLine, showDifferences } from "../terminal/show-value.js";
import type { Terminal } from "../terminal/terminal.js";
import type { DecisionKind } from "./call-decision.js";
import type { CallReport } from "./caller.js";

const MAX_STDERR_LINES = 40;

/** Prints a call as text: the decision, its effect in the host, and then the messages. */
export function printCall(
  { point, title, decision, notes, subject, answerLines, ms, stderr }: CallReport,
  terminal: Terminal,
): void {
  const { kind, sentence, consequence, changes } = decision;
  terminal.print(`${mark(kind, terminal)} ${terminal.style("bold", sentence)}`);
  for (const line of showDifferences(changes, ["was", "is"])) terminal.print(`    ${line}`);
  const rows: [label: string, lines: readonly string[]][] = [
    ["host", [`${title} ${oneLine(consequence, 400)}`]],
    ["note", notes.map((note) => terminal.style("yellow", note))],
    ["sent", [`${point} ${subject}`.trimEnd()]],
    ["wire", answerLines],
    ["time", ms === null ? [] : [`${formatMs(ms)} ms`]],
    ["stderr", truncateLines(stderr)],
  ];
  terminal.print();
  for (const [label, lines] of rows) {
    for (const [index, line] of lines.entries()) {
      terminal.print(`  ${terminal.style("dim", (index === 0 ? label : "").padEnd(6))}  ${line}`);
    }
  }
}

/** Returns a call as a JSON document. */
export function callDocument({ point, host, decision, outcome, notes, wire, exit, ms, stderr }: CallReport): object {
  const { kind, sentence, consequence, changes } = decision;
  return {
    ok: kind !== "failed",
    point,
    host,
    decision: kind,
    sentence,
    changes: changes.map(({ pointer, expected, actual }) => ({ pointer, was: expected, is: actual })),
    consequence,
    outcome,
    notes,
    wire,
    ...(exit === undefined ? {} : { exit }),
    ms: ms === null ? null : Math.round(ms * 1000) / 1000,
    stderr,
  };
}

function mark(kind: DecisionKind, terminal: Terminal): string {
  if (kind === "failed") return terminal.style("red", "✗");
  return DENIALS.includes(kind) ? terminal.style("yellow", "■") : terminal.style("green", "✓");
}

const DENIALS: readonly DecisionKind[] = ["denied", "aborted", "asks"];

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}

/** Keeps the first lines, which have the error message, and the last ones, which show what happened at the end. */
function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_STDERR_LINES) return lines;
  const half = MAX_STDERR_LINES / 2;
  return [...lines.slice(0, half), `… ${lines.length - MAX_STDERR_LINES} lines omitted`, ...lines.slice(-half)];
}
