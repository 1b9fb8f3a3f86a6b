import { type ContenderName, OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Values } from "./results.js";
import { type Goal, type RowId, row } from "./rows.js";

/** How many times worse than who the row compares with: more of everything but calls a second is worse. */
export function timesWorse(id: RowId, values: Values, name: ContenderName): number | undefined {
  const { against = "bare", unit } = row(id);
  const [its, other] = [values[name], values[against]];
  if (its === undefined || other === undefined) return undefined;
  return unit === "calls/s" ? other / its : its / other;
}

/** Ours against the floor as a reader divides it. */
export function ratio(id: RowId, values: Values): number | undefined {
  const { against = "bare" } = row(id);
  const [ours, other] = [values[OURS], values[against]];
  return ours === undefined || other === undefined ? undefined : ours / other;
}

/** Ours less the floor. */
export function above(id: RowId, values: Values): number | undefined {
  const { against = "bare" } = row(id);
  const [ours, other] = [values[OURS], values[against]];
  return ours === undefined || other === undefined ? undefined : ours - other;
}

/** Whether the goal of a row is met; nothing if it has none, or was not measured. */
export function isMet(id: RowId, values: Values): boolean | undefined {
  const { goal } = row(id);
  if (goal === undefined) return undefined;
  const [reached, limit] = reachedOf(id, values, goal);
  if (reached === undefined) return undefined;
  return "atLeastTimes" in goal ? reached >= limit : reached <= limit;
}

function reachedOf(id: RowId, values: Values, goal: Goal): [number | undefined, number] {
  if ("atMostTimes" in goal) return [ratio(id, values), goal.atMostTimes];
  if ("atLeastTimes" in goal) return [ratio(id, values), goal.atLeastTimes];
  if ("atMostAbove" in goal) return [above(id, values), goal.atMostAbove];
  return [values[OURS], goal.atMost];
}

/** What is about nothing at best: twice nothing is no worse. */
export function isRise(goal: Goal | undefined): boolean {
  return goal !== undefined && "atMost" in goal;
}

/** The titles of the peers that ours is not ahead of; nothing where it need not be, or where there is none. */
export function peersAhead(id: RowId, values: Values): readonly string[] | undefined {
  const { oneForm, unit, goal } = row(id);
  const ours = values[OURS];
  const peers = PEERS.filter((name) => values[name] !== undefined);
  if (ours === undefined || peers.length === 0 || oneForm || isRise(goal)) return undefined;
  const isAhead = (its: number) => (unit === "calls/s" ? ours > its : ours < its);
  return peers.filter((name) => !isAhead(values[name] as number)).map((name) => TITLES[name]);
}
