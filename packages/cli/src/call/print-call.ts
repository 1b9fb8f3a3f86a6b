import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { hostName, hostTitle } from "../host-option.js";
import { showJson } from "../terminal/show-json.js";
import { oneLine, showDifferences, showValue } from "../terminal/show-value.js";
import type { Terminal } from "../terminal/terminal.js";
import type { CallRun } from "./call-once.js";
import type { CallDecision, DecisionKind } from "./decision.js";
import { abbreviateUnchanged, hasContent, showUnchangedMarks } from "./unchanged-parts.js";

/** A call and everything that is printed about it. */
export interface CallReport {
  /** In the host's spelling. */
  readonly point: string;
  readonly version: string;
  readonly run: CallRun;
  readonly decision: CallDecision;
  readonly notes: readonly string[];
}

const MAX_STDERR_LINES = 40;

/** Prints a call as text: the decision, its effect in the host, and then the messages. */
export function printCall({ point, version, run, decision, notes }: CallReport, terminal: Terminal): void {
  printDecision(hostTitle(version), decision, terminal, {
    notes,
    sent: `${point} ${subjectOf(run)}`.trimEnd(),
    wire: wireLines(run),
    ms: run.ms,
    stderr: run.stderr,
  });
}

/** What is printed in addition to a decision. */
export interface CallDetails {
  readonly notes: readonly string[];
  readonly sent: string;
  readonly wire: readonly string[];
  readonly ms: number | undefined;
  readonly stderr: readonly string[];
}

export function printDecision(
  host: string,
  { kind, sentence, consequence, changes }: CallDecision,
  terminal: Terminal,
  { notes, sent, wire, ms, stderr }: CallDetails,
): void {
  terminal.print(`${mark(kind, terminal)} ${terminal.style("bold", sentence)}`);
  for (const line of showDifferences(changes, ["was", "is"])) terminal.print(`    ${line}`);
  const rows: [label: string, lines: readonly string[]][] = [
    ["host", [`${host} ${oneLine(consequence, 400)}`]],
    ["note", notes.map((note) => terminal.style("yellow", note))],
    ["sent", [sent]],
    ["wire", wire],
    ["time", ms === undefined ? [] : [`${formatMs(ms)} ms`]],
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
export function callDocument({ point, version, run, decision, notes }: CallReport): object {
  const { outcome, sent, answer, ms, stderr } = run;
  return {
    ...decisionDocument(point, hostName(version), decision),
    // The sentence and the notes contain the reports.
    outcome: outcome === undefined ? null : { ...outcome, failures: undefined, reports: undefined },
    notes,
    wire: { sent: messageIn(sent), answered: messageIn(answer) },
    ms: ms === undefined ? null : Math.round(ms * 1000) / 1000,
    stderr,
  };
}

export function decisionDocument(point: string, host: string, { kind, sentence, consequence, changes }: CallDecision) {
  return {
    ok: kind !== "failed",
    point,
    host,
    decision: kind,
    sentence,
    changes: changes.map(({ pointer, expected, actual }) => ({ pointer, was: expected, is: actual })),
    consequence,
  };
}

function messageIn(line: string | undefined): unknown {
  return line === undefined ? null : JSON.parse(line);
}

function mark(kind: DecisionKind, terminal: Terminal): string {
  if (kind === "failed") return terminal.style("red", "✗");
  return DENIALS.includes(kind) ? terminal.style("yellow", "■") : terminal.style("green", "✓");
}

const DENIALS: readonly DecisionKind[] = ["denied", "aborted", "asks"];

/** Returns the subject of the call as one line. */
function subjectOf({ message: { params } }: CallRun): string {
  const { tool, arguments: args, result, response, messages, kind, payload } = params;
  const parts = tool === undefined ? [kind, payload, response, messages] : [tool, args, result];
  const present = parts.filter((part) => part !== undefined);
  return present.map((part) => (typeof part === "string" ? part : showValue(part))).join(" ");
}

/** Shows the answer. Parts that the hook returned unchanged, such as the call's `meta`, are abbreviated. */
function wireLines({ answer, message: sentMessage }: CallRun): string[] {
  if (answer === undefined) return [];
  const message: JsonObject = JSON.parse(answer);
  const result = hasContent(message.result) ? { result: abbreviateUnchanged(message.result, sentMessage.params) } : {};
  return showUnchangedMarks(showJson({ ...message, ...result }));
}

function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}

/** Keeps the first lines, which have the error message, and the last ones, which show what happened at the end. */
function truncateLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_STDERR_LINES) return lines;
  const half = MAX_STDERR_LINES / 2;
  return [...lines.slice(0, half), `… ${lines.length - MAX_STDERR_LINES} lines omitted`, ...lines.slice(-half)];
}
