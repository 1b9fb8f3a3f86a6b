import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { usageError } from "../command-error.js";
import type { Invocation } from "../invocation.js";
import { filterOf } from "./filter.js";
import { follow } from "./follow.js";
import { lineFor } from "./format.js";
import type { LogFlags } from "./options.js";
import { describeUnreadable, readDecisions, requireLogFolder } from "./records.js";

/** Shows the decisions in the log. */
export async function showLog({ terminal }: Invocation, flags: LogFlags): Promise<void> {
  const selects = filterOf(flags, Date.now());
  const folder = requireLogFolder();
  const show = (record: DecisionRecord) =>
    terminal.print(flags.json ? JSON.stringify(record) : lineFor(record, terminal));
  // Follows first, so that no decision is missed that is written while the log is read.
  const later = flags.follow ? follow(folder) : undefined;
  const first = later?.next();
  const { records, unreadable } = await readDecisions(folder, selects, countIn(flags.last));
  for (const record of records) show(record);
  const skipped = describeUnreadable(unreadable);
  if (skipped !== undefined) terminal.note(skipped);
  if (later === undefined) {
    if (records.length === 0 && !flags.json) terminal.note(`The log in ${folder} has no decisions that match.`);
    return;
  }
  const shown = new Set(records.map(({ id }) => id));
  for (let next = await first; next !== undefined && !next.done; next = await later.next()) {
    if (selects(next.value) && !shown.has(next.value.id)) show(next.value);
  }
}

function countIn(text = "100"): number {
  if (text === "all") return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(`--last: expected a number or all, got "${text}"`);
}
