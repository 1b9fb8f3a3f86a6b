import { type ContenderName, TITLES } from "../contenders/names.js";
import type { GuardFacts, Results, Values } from "./results.js";
import { GUARD_GOALS } from "./rows.js";
import type { Table } from "./tables.js";
import { figure, outcome, times } from "./verdict.js";

const COLUMNS = ["start to exit, ms", "against bare", "CPU, ms", "against bare", "goal", ""];
const IN_CLAUDE_CODE = ["in Claude Code, ms", "more than a deny rule, ms"];

/** A line for each guard that was measured. Times depend on the machine, so the ratios are of one run. */
export function guardsTable({ figures, guards }: Pick<Results, "figures" | "guards">): Table {
  const { "guards.start": start = {}, "guards.cpu": cpu = {}, "guards.inside": inside = {} } = figures;
  const shown = (Object.keys(TITLES) as ContenderName[]).filter((name) => (start[name] ?? inside[name]) !== undefined);
  return {
    head: ["", "`git reset --hard`", ...COLUMNS, ...IN_CLAUDE_CODE],
    rows: shown.map((name) => [
      title(name, guards),
      // The others were not asked about that call.
      start[name] === undefined ? "" : (guards?.decisions[name] ?? ""),
      ...[cell(start[name]), ratio(start, name), cell(cpu[name]), ratio(cpu, name)],
      ...goal(name, figures),
      cell(inside[name]),
      name === "rule" || inside[name] === undefined ? "" : cell((inside[name] ?? 0) - (inside.rule ?? 0)),
    ]),
  };
}

/** Says how busy the machine was, which guards it lacks, and how many processes stay. */
export function guardsConditions({ machine, guards, figures }: Results): string {
  if (guards === undefined) return "Not measured.";
  const missing = (Object.keys(guards.absent) as ContenderName[]).map(
    (name) => `Without ${TITLES[name]}: ${guards.absent[name]}.`,
  );
  const stayed = figures["guards.processes"]?.add ?? 0;
  const processes = `After all calls of \`agent-hook add\`, ${stayed === 1 ? "one process stays" : `${stayed} processes stay`}.`;
  return [`Load average ${guards.load.toFixed(1)}, on ${machine.cores} cores. ${processes}`, ...missing].join(" ");
}

function title(name: ContenderName, guards: GuardFacts | undefined): string {
  const version = guards?.versions[name];
  return version === undefined ? TITLES[name] : `${TITLES[name]} ${version}`;
}

function goal(name: ContenderName, figures: Results["figures"]): readonly string[] {
  const { of, atMostTimes } = GUARD_GOALS[name] ?? {};
  const { bare, [name]: value } = (of && figures[of]) ?? {};
  if (of === undefined || atMostTimes === undefined || bare === undefined || value === undefined) return ["", ""];
  return [`at most ${atMostTimes}x${of === "guards.cpu" ? " CPU" : ""}`, outcome(value / bare <= atMostTimes)];
}

function cell(value: number | undefined): string {
  return value === undefined ? "" : figure(value);
}

function ratio(values: Values, name: ContenderName): string {
  const { bare, [name]: value } = values;
  return bare === undefined || value === undefined ? "" : times(value / bare);
}
