import type { Exit } from "@agent-hook/picoclaw";
import type { Difference } from "@agent-hook/sdk/internal/transcript";
import { showDifferences, showValue } from "../terminal/show-value.js";
import type { Terminal } from "../terminal/terminal.js";
import type { ComparedAnswer, Comparison, ExtraAnswer } from "./comparison.js";
import type { ReplayedHost } from "./replayed-host.js";
import { exitText } from "./send-recording.js";
import type { Update } from "./update.js";

/** The result of replaying a file. */
export interface ReplayResult {
  readonly path: string;
  readonly host: ReplayedHost;
  readonly comparison: Comparison;
  readonly exit: Exit | undefined;
  /** The last lines of the hook's stderr. */
  readonly stderr: readonly string[];
  /** Absent without `--update`. */
  readonly update: Update | undefined;
}

/** Prints a replay as text: each difference, then the counts, then what was written. */
export function printReplay(result: ReplayResult, terminal: Terminal): void {
  const { path, host, comparison, exit, stderr, update } = result;
  const { ok, answers, extra } = comparison;
  for (const answer of answers) if (answer.verdict !== "same") printAnswer(answer, host.title, terminal);
  for (const answer of extra) printExtra(answer, terminal);
  if (!ok && exit !== undefined && exit.code !== 0) terminal.print(`\nThe process ended ${exitText(exit)}.`);
  if (!ok && stderr.length > 0) {
    terminal.print("\nThe hook's last lines on stderr:");
    for (const line of stderr) terminal.print(`  ${line}`);
  }
  if (!ok || answers.some(({ verdict }) => verdict !== "same")) terminal.print();
  terminal.print(`${mark(ok, terminal)} ${path}: ${countsOf(comparison)}`);
  if (comparison.blind) terminal.print(BLIND);
  if (update !== undefined) terminal.print(updateText(update, path));
}

/** Returns a replay as a JSON document. */
export function replayDocument({ path, host, comparison, exit, stderr, update }: ReplayResult): object {
  const { bytes: _, ...numbers } = update ?? { bytes: undefined };
  return {
    ok: comparison.ok,
    file: path,
    host: host.text,
    blind: comparison.blind,
    answers: comparison.answers,
    extra: comparison.extra,
    exit: exit ?? null,
    stderr,
    updated: update === undefined ? null : numbers,
  };
}

function printAnswer(answer: ComparedAnswer, title: string, terminal: Terminal): void {
  const { line, method = "the end of the process", verdict, differences } = answer;
  const place = `line ${line}  ${terminal.style("bold", method)}`;
  if (verdict === "same effect") {
    const where = placesOf(differences);
    terminal.print(`${terminal.style("green", "≈")} ${place}  same effect on ${title}, different form: ${where}`);
    return;
  }
  terminal.print(`${terminal.style("red", "✗")} ${place}  ${verdict === "missing" ? "no answer" : "differs"}`);
  const shown = verdict === "missing" ? [showValue(differences[0]?.expected)] : showDifferences(differences, LABELS);
  for (const text of shown) terminal.print(`    ${text}`);
}

function placesOf(differences: readonly Difference[]): string {
  const more = differences.length - MAX_PLACES;
  const first = differences.slice(0, MAX_PLACES).map(({ pointer }) => pointer);
  return `${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const BLIND =
  "  Secrets were removed from this recording, so their handling cannot be compared. trace --raw keeps them.";
const MAX_PLACES = 3;
const LABELS = ["expected", "actual"] as const;

function printExtra({ line, method, message }: ExtraAnswer, terminal: Terminal): void {
  const where = line === undefined ? "does not match any call" : "is not in the recording";
  const place = line === undefined ? "an answer" : `line ${line}  ${terminal.style("bold", method ?? "")}  an answer`;
  terminal.print(`${mark(false, terminal)} ${place} ${where}`);
  terminal.print(`    ${showValue(message)}`);
}

function countsOf({ answers, extra }: Comparison): string {
  const of = (verdict: string) => answers.filter((answer) => answer.verdict === verdict).length;
  const counts = [
    [of("same"), "the same"],
    [of("same effect"), "with the same effect"],
    [of("different"), "different"],
    [of("missing"), "missing"],
    [extra.length, "extra"],
  ] as const;
  const words = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return `${answers.length} ${answers.length === 1 ? "answer" : "answers"} compared${words.length > 0 ? `: ${words.join(", ")}` : ""}`;
}

function updateText({ changed, added, removed, left }: Update, path: string): string {
  const counts = [`${changed} changed`, `${added} added`, `${removed} removed`].filter(
    (words) => !words.startsWith("0"),
  );
  const done = counts.length === 0 ? `${path} is unchanged` : `wrote ${path}: ${counts.join(", ")}`;
  return left === 0 ? done : `${done}; ${left} without a call were not added`;
}

function mark(isOk: boolean, terminal: Terminal): string {
  return isOk ? terminal.style("green", "✓") : terminal.style("red", "✗");
}
