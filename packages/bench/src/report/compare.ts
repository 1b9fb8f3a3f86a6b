import { OURS } from "../contenders/names.js";
import type { Figures } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { isMet, timesWorse } from "./verdict.js";

/**
 * Returns what became worse: each ratio that exceeds its tolerance and, for memory without a tolerance, each goal that
 * is no longer met. Times themselves are never compared, since they depend on the machine. A row with a tolerance but
 * without a usable committed ratio is also reported.
 */
export function regressions(committed: Figures, measured: Figures): readonly string[] {
  return ROW_IDS.flatMap((id) => {
    const text = regression(id, committed, measured);
    return text === undefined ? [] : [text];
  });
}

function regression(id: RowId, committed: Figures, measured: Figures): string | undefined {
  const [before = {}, after] = [committed[id], measured[id]];
  if (after === undefined) return undefined;
  const { tolerance, unit } = row(id);
  const label = row(id).label.replaceAll("`", "");
  if (tolerance === undefined) {
    if (unit !== "MB") return undefined;
    return isMet(id, before) === true && isMet(id, after) === false ? `${id} ${label}: the goal was met` : undefined;
  }
  const [was, is] = [timesWorse(id, before, OURS), timesWorse(id, after, OURS)];
  if (is === undefined) return undefined;
  if (was === undefined || !Number.isFinite(was)) return `${id} ${label}: no committed ratio to compare with`;
  if (is <= was * (1 + tolerance)) return undefined;
  const limit = (was * (1 + tolerance)).toFixed(2);
  return `${id} ${label}: ${is.toFixed(2)} times the floor's cost, was ${was.toFixed(2)}, at most ${limit}`;
}
