import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { usageError } from "../command-error.js";
import { readDecisions } from "../log/records.js";

/** How long before a launcher's denial to look for the hook's own failure: longer than any host waits for a hook. */
const SAME_FILE_MS = 600_000;
const SAME_HOST_MS = 60_000;
const MAX_RELATED = 3;

/** A decision, and the failures that the hook itself logged before a launcher answered for it. */
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

/** Returns the last failures of the same hook before a launcher answered. */
async function relatedTo(folder: string, { file, host, time }: DecisionRecord): Promise<readonly DecisionRecord[]> {
  const end = Date.parse(time) + 1000;
  const isRelated = (record: DecisionRecord) => {
    const age = end - Date.parse(record.time);
    if (record.failure === undefined || record.by === "launcher" || age < 0) return false;
    // For a policy, the files differ: a launcher records the program that runs it, and the hook records the policy.
    const isSame = file !== undefined && record.file === file;
    return age < (isSame ? SAME_FILE_MS : SAME_HOST_MS) && (isSame || record.host.name === host.name);
  };
  return (await readDecisions(folder, isRelated, MAX_RELATED)).records;
}
