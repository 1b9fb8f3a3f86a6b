import { titleOf } from "@agent-hook/sdk/hosts";
import { formatList } from "../format-list.js";
import type { Terminal } from "../terminal/terminal.js";
import type { AuditedHooks } from "./audited-hooks.js";
import { type AuditedCall, type Report, sorted } from "./report.js";

/** The newest calls that are listed without `--json`. */
const MAX_CALLS = 50;
const MAX_PROBLEMS = 20;
const COLOURS = { allow: "green", change: "cyan", ask: "yellow", deny: "red" } as const;
const MEANINGS = {
  deny: "would not have run, or would have been withheld",
  ask: "would have waited for a person",
  change: "would have had other arguments or another result",
  allow: "would have passed",
} as const;

/** The report as a JSON document. */
export function reportDocument(report: Report, { policy, hooks, notRun, observing }: AuditedHooks, since: number) {
  return {
    policy: policy ?? null,
    hooks: hooks.map(({ name }) => name),
    notRun,
    observing,
    since: since === 0 ? null : new Date(since).toISOString(),
    sessions: Object.fromEntries(report.sessions),
    toolCalls: report.toolCalls,
    prompts: report.prompts,
    duplicates: report.duplicates,
    failures: report.failures,
    decisions: report.decisions,
    byHook: Object.fromEntries(sorted(report.byHook)),
    byRule: Object.fromEntries(sorted(report.byRule)),
    byTool: Object.fromEntries(sorted(report.byTool)),
    problems: report.problems,
    calls: report.sortedCalls,
  };
}

export function printReport(terminal: Terminal, report: Report, audited: AuditedHooks): void {
  const sessions = [...report.sessions].map(([host, files]) => `${files} of ${titleOf(host)}`);
  if (sessions.length === 0) terminal.print("No session was found.");
  else
    terminal.print(`Sessions: ${formatList(sessions)}. Tool calls: ${report.toolCalls}. Prompts: ${report.prompts}.`);
  terminal.print(
    `Judged by ${audited.policy ?? "the defaults"}: ${formatList(audited.hooks.map(({ name }) => name))}.\n`,
  );
  for (const decision of ["deny", "ask", "change", "allow"] as const) {
    const number = String(report.decisions[decision]).padStart(6);
    terminal.print(`${number}  ${terminal.style(COLOURS[decision], decision.padEnd(6))}  ${MEANINGS[decision]}`);
  }
  printCounts(terminal, "By hook", report.byHook);
  printCounts(terminal, "By rule", report.byRule);
  printCounts(terminal, "By tool", report.byTool);
  for (const call of report.sortedCalls.slice(-MAX_CALLS)) printCall(terminal, call);
  const more = report.calls.length - MAX_CALLS;
  if (more > 0) terminal.print(`\n${more} older ones are not shown: --json lists all.`);
  printNotes(terminal, report, audited);
}

function printCounts(terminal: Terminal, title: string, counts: ReadonlyMap<string, number>): void {
  if (counts.size === 0) return;
  terminal.print(`\n${title}:`);
  for (const [name, number] of sorted(counts)) terminal.print(`${String(number).padStart(6)}  ${name}`);
}

function printCall(terminal: Terminal, { time, host, session, tool, subject, decision, findings }: AuditedCall): void {
  const head = [time?.slice(0, 19) ?? "no time", host, session.slice(0, 8), tool].join("  ");
  terminal.print(`\n${terminal.style(COLOURS[decision], decision)}  ${head}: ${subject}`);
  for (const { at, decision: done, hook, rules, reason, failed } of findings) {
    const cause = `${hook}${failed ? " (failed)" : ""}${rules.length === 0 ? "" : `, ${formatList(rules)}`}`;
    terminal.print(`      ${done} ${at}: ${cause}${reason === undefined ? "" : `: ${reason}`}`);
  }
}

function printNotes(terminal: Terminal, report: Report, { notRun, observing }: AuditedHooks): void {
  if (notRun.length > 0)
    terminal.note(`Not run, because they may act outside of the audit (--also): ${formatList(notRun)}.`);
  if (observing.length > 0)
    terminal.note(`Judged as if they enforced, although they only observe: ${formatList(observing)}.`);
  if (report.failures > 0) {
    terminal.note(
      `Hooks failed ${report.failures} times, so that their failure policy decided: those calls say (failed).`,
    );
  }
  if (report.duplicates > 0) terminal.note(`Calls that were in two files and counted once: ${report.duplicates}.`);
  for (const { file, problem } of report.problems.slice(0, MAX_PROBLEMS)) terminal.note(`${file}: ${problem}`);
  const more = report.problems.length - MAX_PROBLEMS;
  if (more > 0) terminal.note(`${more} more files were not read completely: --json lists all.`);
}
