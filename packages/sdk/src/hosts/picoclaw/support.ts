import { isBefore } from "@agent-hook/protocol";
import type { Capability, Support } from "../../hook/capabilities.js";
import { capabilities } from "./capabilities.js";

const RANK: readonly Support[] = ["no", "partly", "yes"];

/** Returns the support of a decision. If the version is unknown, returns the lowest support of all versions. */
export function supportOf(point: string, decision: string, version: string | undefined): Support {
  const rows = capabilities.decisions.filter(
    (row) => row.point === point && row.decision === decision && holdsFor(row, version),
  );
  const worst = Math.min(...rows.map((row) => RANK.indexOf(row.support)));
  return RANK[worst] ?? "no";
}

/** Whether a row of the table applies to this version. If the version is unknown, every row may. */
export function holdsFor({ since, before }: Capability, version: string | undefined): boolean {
  if (version === undefined) return true;
  return (since === undefined || !isBefore(version, since)) && (before === undefined || isBefore(version, before));
}
