import { type ContenderName, OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Values } from "./results.js";
import { type Goal, type RowId, row } from "./rows.js";

/**
 * How many times worse the figure of a contender is than that of the floor. A higher figure is worse, except
 * for calls per second.
 */
export function timesWorse(id: RowId, values: Values, name: ContenderName): number | undefined {
  const { against = "bare", unit } = row(id);
  const [figure, other] = [values[name], values[against]];
  if (figure === undefined || other === undefined) return undefined;
  return unit === "calls/s" ? other / figure : figure / other;
}

/** Our figure divided by the floor's. */
export function ratio(id: RowId, values: Values): number | undefined {
  const { against = "bare" } = row(id);
  const [ours, other] = [values[OURS], values[against]];
  return ours === undefined || other === undefined ? undefined : ours / other;
}

/** Our figure minus the floor's. */
export function difference(id: RowId, values: Values): number | undefined {
  const { against = "bare" } = row(id);
  const [ours, other] = [values[OURS], values[against]];
  return ours === undefined || other === undefined ? undefined : ours - other;
}

/** Whether the goal of a row is met, or `undefined` if it has none or was not measured. */
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
  if ("atMostAbove" in goal) return [difference(id, values), goal.atMostAbove];
  return [values[OURS], goal.atMost];
}

/** Whether the goal is an absolute limit. Such a figure is ideally near zero, where a ratio means nothing. */
export function isAbsoluteLimit(goal: Goal | undefined): boolean {
  return goal !== undefined && "atMost" in goal;
}

/**
 * The titles of the peers that agent-hook is not ahead of. `undefined` if the row has no peers or does not rank them.
 */
export function peersAhead(id: RowId, values: Values): readonly string[] | undefined {
  const { isUnranked, unit, goal } = row(id);
  const ours = values[OURS];
  const peers = PEERS.filter((name) => values[name] !== undefined);
  if (ours === undefined || peers.length === 0 || isUnranked || isAbsoluteLimit(goal)) return undefined;
  const isAhead = (figure: number) => (unit === "calls/s" ? ours > figure : ours < figure);
  return peers.filter((name) => !isAhead(values[name] as number)).map((name) => TITLES[name]);
}
