import { residentReport } from "@agent-hook/sdk/internal/residents";
import { sinceTime } from "../audit/since.js";
import type { Invocation } from "../invocation.js";
import { filterOf } from "../log/filter.js";
import { describeUnreadable, readDecisions, requireLogFolder } from "../log/records.js";
import { describeResidents } from "../residents/describe.js";
import { printColumns } from "../terminal/columns.js";
import { escapeLine } from "../terminal/escape.js";
import { countDecisions } from "./count.js";
import type { StatsFlags } from "./options.js";

/** Shows how many decisions each hook made by each rule, and how many calls processes that stay answered. */
export async function showStats({ terminal }: Invocation, flags: StatsFlags): Promise<void> {
  const folder = requireLogFolder();
  const now = Date.now();
  const { records, unreadable } = await readDecisions(folder, filterOf(flags, now));
  const stats = countDecisions(records);
  const residents = residentReport(process.env, flags.since === undefined ? 0 : sinceTime(flags.since, now));
  if (flags.json) return terminal.printJson({ hooks: stats, unreadable, residents });
  const skipped = describeUnreadable(unreadable);
  if (skipped !== undefined) terminal.note(skipped);
  if (stats.length === 0) return terminal.note(`The log in ${folder} has no decisions.`);
  const rows = stats.map(({ hook, rule, calls, denials, failures, p50, p99 }) => [
    escapeLine(hook),
    escapeLine(rule ?? "-"),
    ...[calls, denials, failures, p50 ?? "-", p99 ?? "-"].map(String),
  ]);
  printColumns(terminal, [["hook", "rule", "calls", "denials", "failures", "p50 ms", "p99 ms"], ...rows], 2);
  for (const line of describeResidents(residents)) terminal.note(escapeLine(line));
}
