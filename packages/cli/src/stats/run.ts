import type { Invocation } from "../invocation.js";
import { filterOf } from "../log/filter.js";
import { describeUnreadable, readDecisions, requireLogFolder } from "../log/records.js";
import { printColumns } from "../terminal/columns.js";
import { escapeLine } from "../terminal/escape.js";
import { countDecisions } from "./count.js";
import type { StatsFlags } from "./options.js";

/** Shows how many decisions each hook made by each rule. */
export async function showStats({ terminal }: Invocation, flags: StatsFlags): Promise<void> {
  const folder = requireLogFolder();
  const { records, unreadable } = await readDecisions(folder, filterOf(flags, Date.now()));
  const stats = countDecisions(records);
  if (flags.json) return terminal.printJson({ hooks: stats, unreadable });
  const skipped = describeUnreadable(unreadable);
  if (skipped !== undefined) terminal.note(skipped);
  if (stats.length === 0) return terminal.note(`The log in ${folder} has no decisions.`);
  const rows = stats.map(({ hook, rule, calls, denials, failures, p50, p99 }) => [
    escapeLine(hook),
    escapeLine(rule ?? "-"),
    ...[calls, denials, failures, p50 ?? "-", p99 ?? "-"].map(String),
  ]);
  printColumns(terminal, [["hook", "rule", "calls", "denials", "failures", "p50 ms", "p99 ms"], ...rows], 2);
}
