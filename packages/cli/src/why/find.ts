import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { usageError } from "../command-error.js";
import { readDecisions } from "../log/records.js";

/** Kinds of failures that a hook logs when it ends without an answer. After any other one, the hook itself answered. */
const ENDS: readonly string[] = ["stopped", "not-sent", "not-started"];
/** The longest time between such a failure and the launcher's denial, which has no milliseconds, on a busy machine. */
const END_MS = 10_000;
const MAX_RELATED = 3;

/** A decision, and why processes of the hook ended shortly before a launcher answered for one of them. */
export interface FoundDecision {
  readonly record: DecisionRecord;
  readonly related: readonly DecisionRecord[];
}

/** Finds the decision with an id. Throws a usage error if there is none, or if several ids start like this. */
export async function findDecision(folder: string, id: string): Promise<FoundDecision> {
  if (!/^[0-9a-z]{3,8}$/i.test(id)) {
    throw usageError(
      "expected the id of a decision or its beginning, at least 3 letters and digits: see agent-hook log",
    );
  }
  const { records } = await readDecisions(folder, (record) => record.id.startsWith(id.toLowerCase()));
  const ids = [...new Set(records.map((record) => record.id))];
  if (ids.length > 1) throw usageError(`${ids.length} decisions start with ${id}: ${ids.slice(0, 10).join(", ")}`);
  const record = records.at(-1);
  if (record === undefined) {
    throw usageError(
      `no decision in ${folder} has the id ${id}: the log may have been off (AGENT_HOOK_LOG=off), or of another user, or the decision is too old`,
    );
  }
  return { record, related: record.by === "launcher" ? await relatedTo(folder, record) : [] };
}

/** The launcher does not know its hook's process, so that the failures may be of another call at the same time. */
async function relatedTo(folder: string, { file, host, time }: DecisionRecord): Promise<readonly DecisionRecord[]> {
  const end = Date.parse(time) + 1000;
  const isRelated = (record: DecisionRecord) => {
    const age = end - Date.parse(record.time) - record.ms;
    if (record.by === "launcher" || !ENDS.includes(record.failure?.kind ?? "") || age < 0 || age > END_MS) return false;
    // For a policy, the files differ: a launcher records the program that runs it, and the hook records the policy.
    return record.host.name === host.name || (file !== undefined && record.file === file);
  };
  return (await readDecisions(folder, isRelated, MAX_RELATED)).records;
}
