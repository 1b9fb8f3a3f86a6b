import { type ContenderName, OURS } from "../contenders/names.js";
import type { Values } from "./results.js";
import { type Goal, type RowId, row } from "./rows.js";
import { difference, isAbsoluteLimit, isMet, ratio, timesWorse } from "./verdict.js";

/** Formats a figure with about three digits. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function times(value: number): string {
  return `${value.toFixed(2)}x`;
}

/** Compares our figure with the floor's: by their difference if the goal limits it, otherwise by their ratio. */
export function comparison(id: RowId, values: Values): string {
  const { goal } = row(id);
  const [factor, excess] = [ratio(id, values), difference(id, values)];
  if (factor === undefined || excess === undefined || isAbsoluteLimit(goal)) return "";
  return goal !== undefined && "atMostAbove" in goal ? `${excess < 0 ? "" : "+"}${figure(excess)}` : times(factor);
}

/** A peer's figure, and how many times worse it is than ours. */
export function peerCell(id: RowId, values: Values, name: ContenderName): string {
  const [value, peersFactor, ourFactor] = [values[name], timesWorse(id, values, name), timesWorse(id, values, OURS)];
  if (value === undefined) return "";
  const figureOnly = peersFactor === undefined || ourFactor === undefined || isAbsoluteLimit(row(id).goal);
  return figureOnly ? figure(value) : `${figure(value)} (${times(peersFactor / ourFactor)})`;
}

export function goalInWords(id: RowId): string {
  const { goal, unit } = row(id);
  return goal === undefined ? "" : goalText(goal, unit);
}

function goalText(goal: Goal, unit: string): string {
  if ("atMostTimes" in goal) return `at most ${goal.atMostTimes}x`;
  if ("atLeastTimes" in goal) return `at least ${goal.atLeastTimes}x`;
  if ("atMostAbove" in goal) return `at most +${goal.atMostAbove} ${unit}`;
  return `at most ${goal.atMost} ${unit}`;
}

export function outcome(id: RowId, values: Values): "" | "met" | "MISSED" {
  const met = isMet(id, values);
  return met === undefined ? "" : met ? "met" : "MISSED";
}
