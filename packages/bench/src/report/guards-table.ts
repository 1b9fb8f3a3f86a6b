import { type ContenderName, GUARDS, OURS, TITLES } from "../contenders/names.js";
import type { GuardFacts, Results } from "./results.js";
import type { Table } from "./tables.js";
import { figure, times } from "./words.js";

const FLOOR = "bare";

/** A line for each guard that was measured. Times depend on the machine, so the ratios are of one run. */
export function guardsTable({ figures, guards }: Results): Table {
  const start = figures["guards.start"] ?? {};
  const inside = figures["guards.inside"] ?? {};
  const shown = ([FLOOR, OURS, ...GUARDS] as const).filter((name) => (start[name] ?? inside[name]) !== undefined);
  return {
    head: ["", "`rm -rf /`", "start to exit, ms", "against bare", "in Claude Code, ms", "more than a deny rule, ms"],
    rows: shown.map((name) => [
      title(name, guards),
      // The others were not asked about that call.
      start[name] === undefined ? "" : (guards?.decisions[name] ?? "denies"),
      cell(start[name], figure),
      cell(divided(start[name], start[FLOOR]), times),
      cell(inside[name], figure),
      name === "rule" ? "" : cell(minus(inside[name], inside.rule), figure),
    ]),
  };
}

/** Says how busy the machine was, and which guards it lacks. */
export function guardsConditions({ machine, guards }: Results): string {
  if (guards === undefined) return "Not measured.";
  const reasons = [...new Set(Object.values(guards.absent))];
  const missing = reasons.map((why) => {
    const names = (Object.keys(guards.absent) as ContenderName[]).filter((name) => guards.absent[name] === why);
    return `Without ${names.map((name) => TITLES[name]).join(", ")}: ${why}.`;
  });
  return [`Load average ${guards.load.toFixed(1)}, on ${machine.cores} cores.`, ...missing].join(" ");
}

function title(name: ContenderName, guards: GuardFacts | undefined): string {
  const version = guards?.versions[name];
  const text = name === FLOOR ? "bare script" : TITLES[name];
  return version === undefined ? text : `${text} ${version}`;
}

function cell(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? "" : format(value);
}

function divided(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined ? undefined : value / by;
}

function minus(value: number | undefined, other: number | undefined): number | undefined {
  return value === undefined || other === undefined ? undefined : value - other;
}
