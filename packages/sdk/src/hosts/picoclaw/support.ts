import { isBefore } from "@agent-hook/protocol";
import type { Capability, Support } from "../../hook/capabilities.js";
import { capabilities } from "./capabilities.js";

const RANK: readonly Support[] = ["no", "partly", "yes"];

/** What the table says of a decision; with the version unknown, the worst that any version does. */
export function supportOf(point: string, decision: string, version: string | undefined): Support {
  const rows = capabilities.decisions.filter(
    (row) => row.point === point && row.decision === decision && holdsFor(row, version),
  );
  const worst = Math.min(...rows.map((row) => RANK.indexOf(row.support)));
  return RANK[worst] ?? "no";
}

/** Whether a row of the table is about this version; with the version unknown, each could be. */
export function holdsFor({ since, before }: Capability, version: string | undefined): boolean {
  if (version === undefined) return true;
  return (since === undefined || !isBefore(version, since)) && (before === undefined || isBefore(version, before));
}
