import { OURS } from "../contenders/names.js";
import type { Values } from "./results.js";
import { type Goal, type RowId, row } from "./rows.js";

/** Returns whether the goal of a row is met, or `undefined` if it has none or was not measured. */
export function isMet(id: RowId, values: Values): boolean | undefined {
  const { goal } = row(id);
  const reached = goal && reachedOf(values, goal);
  return reached === undefined ? undefined : reached <= limitOf(goal as Goal);
}

function reachedOf({ bare, [OURS]: ours }: Values, goal: Goal): number | undefined {
  if (ours === undefined || "atMost" in goal) return ours;
  if (bare === undefined) return undefined;
  return "atMostTimes" in goal ? ours / bare : ours - bare;
}

function limitOf(goal: Goal): number {
  return Object.values(goal)[0] as number;
}

/** Compares our figure with the floor's: by their difference if the goal limits it, otherwise by their ratio. */
export function comparison(id: RowId, { bare, [OURS]: ours }: Values): string {
  const { goal = { atMostTimes: 0 } } = row(id);
  if (bare === undefined || ours === undefined) return "";
  const more = ours - bare;
  return "atMostAbove" in goal ? `${more < 0 ? "" : "+"}${figure(more)}` : times(ours / bare);
}

export function goalInWords(id: RowId): string {
  const { goal, unit } = row(id);
  if (goal === undefined) return "";
  if ("atMostTimes" in goal) return `at most ${goal.atMostTimes}x`;
  return `at most ${"atMostAbove" in goal ? "+" : ""}${limitOf(goal)} ${unit}`;
}

/** Formats whether a goal is met, as a cell of a table. */
export function outcome(met: boolean | undefined): string {
  if (met === undefined) return "";
  return met ? "met" : "**missed**";
}

/** Formats a figure with about three digits. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function times(value: number): string {
  return `${value.toFixed(2)}x`;
}
