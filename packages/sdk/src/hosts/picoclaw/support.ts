import { isBefore } from "@agent-hook/protocol";
import type { Support } from "../../hook/capabilities.js";
import { capabilities } from "./capabilities.js";

const RANK: readonly Support[] = ["no", "partly", "yes"];

/** What the table says of a decision; with the version unknown, the worst that any version does. */
export function supportOf(point: string, decision: string, version: string | undefined): Support {
  const rows = capabilities.decisions.filter((row) => {
    if (row.point !== point || row.decision !== decision) return false;
    if (version === undefined) return true;
    const since = row.since === undefined || !isBefore(version, row.since);
    return since && (row.before === undefined || isBefore(version, row.before));
  });
  const worst = Math.min(...rows.map((row) => RANK.indexOf(row.support)));
  return RANK[worst] ?? "no";
}
