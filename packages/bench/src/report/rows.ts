import type { ContenderName } from "../contenders/names.js";

/** The goal for our figure: a limit on its ratio to the floor, on its difference from the floor, or on the figure. */
export type Goal = { readonly atMostTimes: number } | { readonly atMostAbove: number } | { readonly atMost: number };

/** One figure of each contender. */
export interface Row {
  readonly label: string;
  readonly unit: "µs" | "ms" | "s" | "MB";
  readonly goal?: Goal;
}

/** The rows about agents that keep their hooks running, by id. An id begins with the name of the row's measure. */
const ROWS = {
  a: { label: "`before_tool`, continue: round trip, p50", unit: "µs", goal: { atMostTimes: 1.25 } },
  b: {
    label: "`before_tool`, answered by a tool with checked input: round trip, p50",
    unit: "µs",
    goal: { atMostTimes: 1.3 },
  },
  c: { label: "`before_llm` of 0.9 MB, modify: round trip, p50", unit: "ms", goal: { atMostTimes: 1.2 } },
  "d.time": { label: "start to first answer, with a tool", unit: "ms" },
  "d.cpu": { label: "the same, CPU", unit: "ms", goal: { atMostTimes: 2.5 } },
  "e.continue": { label: "CPU of 100,000 calls at once, continue", unit: "ms", goal: { atMostTimes: 2 } },
  "e.tool": { label: "CPU of 100,000 calls at once, answered by a tool", unit: "ms" },
  "e.unlogged": { label: "CPU of 100,000 calls at once, continue, log off", unit: "ms", goal: { atMostTimes: 1.5 } },
  "f.rest": { label: "memory at rest", unit: "MB", goal: { atMostAbove: 25 } },
  "f.after": { label: "memory after 1,000,000 calls of a tool", unit: "MB", goal: { atMostAbove: 30 } },
  project: { label: "`npm create agent-hook` and the first `npm test`", unit: "s", goal: { atMost: 8 } },
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof ROWS;
export const ROW_IDS = Object.keys(ROWS) as RowId[];

/** The figures about guards, each of which is a column of their table. */
export type GuardFigure = "guards.start" | "guards.cpu" | "guards.inside" | "guards.processes";

/** The goals for our guards: a ratio to the bare script. */
export const GUARD_GOALS: Readonly<
  Partial<Record<ContenderName, { readonly of: "guards.start" | "guards.cpu"; readonly atMostTimes: number }>>
> = {
  add: { of: "guards.start", atMostTimes: 0.35 },
  "add-changing": { of: "guards.start", atMostTimes: 0.5 },
  "add-first": { of: "guards.start", atMostTimes: 3 },
  config: { of: "guards.cpu", atMostTimes: 1.8 },
  "config-bun": { of: "guards.cpu", atMostTimes: 1.2 },
};

/** Returns a row with all its optional fields. */
export function row(id: RowId): Row {
  return ROWS[id];
}
