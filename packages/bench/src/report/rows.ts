import { titleOf } from "@agent-hook/sdk/hosts";
import type { ContenderName } from "../contenders/names.js";
import { OTHER_HOSTS, type OtherHost } from "../contenders/one-shot-guards.js";

/** The goal for our figure: a limit on its ratio to the floor, on its difference from the floor, or on the figure. */
export type Goal =
  | { readonly atMostTimes: number }
  | { readonly atLeastTimes: number }
  | { readonly atMostAbove: number }
  | { readonly atMost: number };

/** One figure of each contender. */
export interface Row {
  readonly label: string;
  readonly unit: "µs" | "ms" | "s" | "MB" | "calls/s";
  /** The floor: the contender whose figure ours is compared with. Default: the bare loop. */
  readonly against?: ContenderName;
  readonly goal?: Goal;
  /**
   * How much worse than the committed ratio to the floor a new ratio may be: 0.2 allows 20%. This must be more than the
   * variation between runs on one machine.
   */
  readonly tolerance?: number;
  /**
   * Whether the row is about one form of the hooks, such as plain files. In such a row, our hook need not be ahead of
   * the peers: another row compares the fastest form of each.
   */
  readonly isUnranked?: true;
  /** Whether the row is about guards that people pick. Their own table shows it. */
  readonly isOfGuards?: true;
  /** The row's label in the chart. Absent if it is not in the chart. */
  readonly chart?: string;
}

/** Every row with its goals, by id. An id begins with the name of the row's measure. The goals are for Node 20. */
export const ROWS = {
  "a.p50": {
    label: "`before_tool`, continue: round trip, p50",
    unit: "µs",
    goal: { atMostTimes: 1.15 },
    tolerance: 0.1,
    chart: "before_tool, continue",
  },
  "a.p99": { label: "the same, p99", unit: "µs", goal: { atMostTimes: 1.3 }, tolerance: 0.6 },
  "a.first": { label: "the same, mean of the first 1,000", unit: "µs", goal: { atMostTimes: 1.8 }, tolerance: 0.6 },
  "b.p50": {
    label: "`before_tool`, answered by a tool with checked input: round trip, p50",
    unit: "µs",
    goal: { atMostTimes: 1.15 },
    tolerance: 0.12,
    chart: "before_tool, answered by a tool",
  },
  "b.p99": { label: "the same, p99", unit: "µs", goal: { atMostTimes: 1.3 }, tolerance: 0.6 },
  "b.first": { label: "the same, mean of the first 1,000", unit: "µs", goal: { atMostTimes: 2.2 }, tolerance: 0.3 },
  c: {
    label: "`before_llm` of 0.9 MB, continue: round trip, p50",
    unit: "µs",
    goal: { atMostTimes: 1.2 },
    tolerance: 0.25,
    chart: "before_llm 0.9 MB, continue",
  },
  d: {
    label: "`before_llm` of 0.9 MB, modify: round trip, p50",
    unit: "µs",
    goal: { atMostTimes: 1.2 },
    tolerance: 0.15,
    chart: "before_llm 0.9 MB, modify",
  },
  "e.plain": { label: "first answer after start, plain files", unit: "ms", tolerance: 0.15, isUnranked: true },
  "e.bundle": { label: "first answer after start, one file", unit: "ms", tolerance: 0.15, isUnranked: true },
  "e.snapshot": {
    label: "first answer after start, snapshot (peers: their fastest form)",
    unit: "ms",
    goal: { atMostTimes: 1.1 },
    tolerance: 0.2,
    chart: "first answer after start",
  },
  f: {
    label: "CPU of 100,000 calls at once, continue",
    unit: "ms",
    tolerance: 0.3,
    chart: "CPU of a flood, continue",
  },
  "f.tool": {
    label: "CPU of 100,000 calls at once, answered by a tool",
    unit: "ms",
    tolerance: 0.25,
    chart: "CPU of a flood, answered by a tool",
  },
  "f.unlogged": {
    label: "CPU of 100,000 calls at once, continue, log off",
    unit: "ms",
    goal: { atMostTimes: 1.5 },
    tolerance: 0.3,
  },
  "g.rest": { label: "memory at rest", unit: "MB", goal: { atMostAbove: 25 }, tolerance: 0.05 },
  "g.after": {
    label: "memory after 1,000,000 calls of a tool",
    unit: "MB",
    goal: { atMostAbove: 25 },
    tolerance: 0.1,
    chart: "memory after 1,000,000 calls",
  },
  "g.slope": { label: "memory growth per 100,000 further calls", unit: "MB", goal: { atMost: 1 } },
  "h.1": inFlight("1", "continue"),
  "h.10": inFlight("10", "continue"),
  "h.100": inFlight("100", "continue"),
  "h.1000": { ...inFlight("1,000", "continue"), chart: "time per call, 1,000 in flight" },
  "h.tool.1": inFlight("1", "answered by a tool"),
  "h.tool.10": inFlight("10", "answered by a tool"),
  "h.tool.100": inFlight("100", "answered by a tool"),
  "h.tool.1000": { ...inFlight("1,000", "answered by a tool"), chart: "time per tool call, 1,000 in flight" },
  "h.unlogged.1": inFlight("1", "continue, log off"),
  "h.unlogged.10": inFlight("10", "continue, log off"),
  "h.unlogged.100": inFlight("100", "continue, log off"),
  "h.unlogged.1000": { ...inFlight("1,000", "continue, log off"), goal: { atLeastTimes: 0.75 } },
  "i.1": { label: "a tool round of the host, 1 hook", unit: "µs", tolerance: 0.4 },
  "i.3": { label: "a tool round of the host, 3 hooks", unit: "µs", tolerance: 0.4 },
  "i.10": { label: "a tool round of the host, 10 hooks", unit: "µs", tolerance: 0.4 },
  "j.plain": { label: "one call, start to exit, plain files", unit: "ms", tolerance: 0.25, isUnranked: true },
  "j.bundle": { label: "one call, start to exit, one file", unit: "ms", tolerance: 0.2, isUnranked: true },
  "j.snapshot": {
    label: "one call, start to exit, snapshot (peers: their fastest form)",
    unit: "ms",
    goal: { atMostTimes: 1.1 },
    tolerance: 0.2,
    chart: "one call, start to exit",
  },
  "j.launched.plain": launched("plain files"),
  "j.launched.bundle": launched("one file"),
  "j.launched.snapshot": launched("snapshot"),
  "j.hooks.bundle": withHooks("one file"),
  "j.hooks.snapshot": { ...withHooks("snapshot"), goal: { atMostTimes: 1.25 } },
  "guards.start": { label: "a call that a guard stops, start to exit", unit: "ms", isOfGuards: true },
  "guards.inside": { label: "such a call in Claude Code, answer to next request", unit: "ms", isOfGuards: true },
  ...otherHosts(),
  "help.start": {
    label: "`agent-hook --help`, start to exit, against `node -e 0`",
    unit: "ms",
    goal: { atMostTimes: 1.5 },
    tolerance: 0.15,
  },
  "host.cpu": { label: "CPU of the host, a tool round of 10 hooks", unit: "µs", tolerance: 0.3 },
  "host.heap": { label: "heap growth of the host in 9,000 such rounds", unit: "MB", goal: { atMost: 1 } },
  "trace.p50": {
    label: "a call without and with `agent-hook trace`, p50",
    unit: "µs",
    goal: { atMostAbove: 60 },
    tolerance: 0.3,
  },
  "trace.mean": { label: "the same, mean of 10,000", unit: "µs", goal: { atMostAbove: 60 }, tolerance: 0.3 },
  "trace.flooded": { label: "the same, 10,000 at once", unit: "µs", goal: { atMostAbove: 60 }, tolerance: 0.3 },
  "trace.memory": { label: "memory growth of the tracer in 200,000 calls", unit: "MB", goal: { atMost: 20 } },
  "proxy.one": proxied("one hook"),
  "proxy.two": proxied("two hooks, one URL each"),
  "proxy.composed": proxied("two hooks, ours behind one URL"),
  "project.both": { label: "`npm create agent-hook` and the first `npm test`", unit: "s", goal: { atMost: 8 } },
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof ROWS;
export const ROW_IDS = Object.keys(ROWS) as RowId[];

/** Returns a row with all its optional fields. */
export function row(id: RowId): Row {
  return ROWS[id];
}

function inFlight(calls: string, work: string) {
  return { label: `calls answered, ${calls} in flight, ${work}`, unit: "calls/s", tolerance: 0.4 } as const;
}

function launched(form: string) {
  return {
    label: `one call without and with the launcher, ${form}`,
    unit: "ms",
    goal: { atMostAbove: 3 },
    tolerance: 0.15,
  } as const;
}

function withHooks(form: string) {
  return { label: `one call without and with four ready-made hooks, ${form}`, unit: "ms", tolerance: 0.2 } as const;
}

type HostRow = `hosts.${OtherHost}` | `hosts.${OtherHost}.resident`;

function otherHosts() {
  const rows = [
    ...OTHER_HOSTS.map((host) => [`hosts.${host}`, oneCallOf(host, "snapshot", 1.15)]),
    ...OTHER_HOSTS.map((host) => [`hosts.${host}.resident`, oneCallOf(host, "`--resident`", 0.35)]),
  ];
  return Object.fromEntries(rows) as Readonly<Record<HostRow, ReturnType<typeof oneCallOf>>>;
}

function oneCallOf(host: OtherHost, form: string, atMostTimes: number) {
  return {
    label: `one call of ${titleOf(host)}, start to exit, ${form}`,
    unit: "ms",
    goal: { atMostTimes },
    tolerance: 0.15,
  } as const;
}

/** The time of Civic's proxy without a hook is subtracted on both sides. */
function proxied(hooks: string) {
  return {
    label: `time added to a \`tools/call\` through Civic's proxy: ${hooks}`,
    unit: "ms",
    against: "civic",
    goal: { atMostTimes: 0.5 },
    tolerance: 0.3,
  } as const;
}
