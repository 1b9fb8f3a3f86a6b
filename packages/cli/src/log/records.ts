import { type DecisionRecord, logFolder, readLog, UNREADABLE } from "@agent-hook/sdk/internal/record";
import { usageError } from "../command-error.js";
import { causeText } from "../files/read-file.js";

/** What the log has. */
export interface LoggedDecisions {
  /** The selected decisions, the oldest first. */
  readonly records: readonly DecisionRecord[];
  /** How many lines are not decisions. */
  readonly unreadable: number;
}

/** Returns the folder of the log. Throws a usage error if the user has no home folder. */
export function requireLogFolder(): string {
  const folder = logFolder(process.env);
  if (folder !== undefined) return folder;
  throw usageError("expected a home folder with the decision log: set HOME or XDG_STATE_HOME to an absolute path");
}

/** Reads the decisions that a filter selects. Keeps only the last `count` of them. */
export async function readDecisions(
  folder: string,
  selects: (record: DecisionRecord) => boolean,
  count = Number.POSITIVE_INFINITY,
): Promise<LoggedDecisions> {
  let records: DecisionRecord[] = [];
  let unreadable = 0;
  try {
    for await (const entry of readLog(folder)) {
      if (entry === UNREADABLE) unreadable += 1;
      else if (selects(entry)) records.push(entry);
      if (records.length > 2 * count + 1000) records = records.slice(-count);
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    throw usageError(`the log in ${folder} cannot be read: ${causeText(cause)}`, cause);
  }
  return {
    records: Number.isFinite(count) ? records.slice(records.length - Math.min(count, records.length)) : records,
    unreadable,
  };
}

/** Describes lines that are not decisions, or returns `undefined` if there are none. */
export function describeUnreadable(count: number): string | undefined {
  if (count === 0) return undefined;
  return `Skipped ${count} line${count === 1 ? "" : "s"} of the log that ${count === 1 ? "is not a decision" : "are not decisions"}.`;
}
