import type { Point } from "../hook/calls.js";
import { membersOf } from "../hook/compose.js";
import type { Deadlines, FailurePolicy, Hook } from "../hook/define-hook.js";
import type { ToolSpec } from "../hook/message.js";
import type { NativeTable } from "../hook/native.js";
import { type OwnFilter, ownFilters } from "../hook/own-filters.js";
import type { ToolFilters } from "../hook/tool-filter.js";
import { type GuardFilter, guardFilters } from "../hook/unmatched-filter.js";
import { SDK } from "../sdk-version.js";
import { MAX_TIMER_MS } from "./clock.js";
import { namedKinds } from "./event-handlers.js";
import { pointsForTools, pointsOf } from "./points.js";
import { filtersOf, neededCalls } from "./tool-filters.js";
import { toolSpec } from "./tool-spec.js";

/** Describes a hook to hosts and tools: the answer to `hook.hello` and the output of `--describe`. */
export interface Manifest {
  readonly sdk: { readonly name: string; readonly version: string };
  readonly name: string;
  readonly version?: string;
  /** The points where the hook must be called. */
  readonly points: readonly (Point | "onEvent")[];
  /** Those of `points` that only its own tools need, if any. A host without support for own tools can skip them. */
  readonly forTools?: readonly Point[];
  /** The tool calls that the hook needs, by point, if not all. It also needs the calls of its own tools. */
  readonly toolFilters?: ToolFilters;
  /** The filters of members that can block, if any: each must match a tool. */
  readonly guardFilters?: readonly GuardFilter[];
  /** The filters that members apply themselves, if any. */
  readonly ownFilters?: readonly (OwnFilter & { readonly hook: string })[];
  /** The kinds of events that `onEvent` names. Missing if a member has a function, which receives all. */
  readonly events?: readonly string[];
  readonly tools: readonly ToolSpec[];
  /** Names of the host's tools that it may answer, if any. */
  readonly respondsTo?: readonly string[];
  /** `block` if any member of a composition blocks. */
  readonly onFailure: FailurePolicy;
  /** In milliseconds. The host's own timeouts must be longer. */
  readonly deadlines: Required<Deadlines> & {
    /** For a one-shot host: `beforeTool` and `approveTool` together, which run in the same call. */
    readonly oneCallMs: number;
  };
  /** The hosts' own events that it handles, by host, if any. */
  readonly native?: Readonly<Record<string, readonly string[]>>;
  /** The names of the hosts that can run it. */
  readonly hosts: readonly string[];
}

/** Below the hosts' own limits of 5 s and 60 s. */
const DEFAULT_DEADLINES = { interceptMs: 4500, approveMs: 55_000 };

/** Creates the manifest. Throws `DefinitionError` if a tool's input cannot be expressed in JSON Schema. */
export function manifestOf(hook: Hook, hosts: readonly string[]): Manifest {
  const members = membersOf(hook);
  const forTools = pointsForTools(hook);
  const toolFilters = neededCalls(members);
  const guarding = guardFilters(
    members.map((member) => ({ hook: member, policy: member.onFailure ?? "continue", filters: filtersOf(member) })),
  );
  const own = members.flatMap((member) => ownFilters(member).map((filter) => ({ hook: member.name, ...filter })));
  const respondsTo = members.flatMap((member) => member.respondsTo ?? []);
  return {
    sdk: SDK,
    name: hook.name,
    ...(hook.version === undefined ? {} : { version: hook.version }),
    points: pointsOf(hook),
    ...(forTools.length === 0 ? {} : { forTools }),
    ...(Object.keys(toolFilters).length === 0 ? {} : { toolFilters }),
    ...(guarding.length === 0 ? {} : { guardFilters: guarding }),
    ...(own.length === 0 ? {} : { ownFilters: own }),
    ...eventsOf(members),
    tools: members.flatMap((member) => member.tools ?? []).map(toolSpec),
    ...(respondsTo.length === 0 ? {} : { respondsTo }),
    onFailure: members.some((member) => member.onFailure === "block") ? "block" : "continue",
    deadlines: deadlinesOf(members),
    ...nativeOf(members),
    hosts,
  };
}

/** For one-shot hosts, `approveMs` counts only if the hook sets it: the default is meant for asking a person. */
function deadlinesOf(members: readonly Hook[]): Manifest["deadlines"] {
  const interceptMs = deadlineOf(members, "interceptMs") ?? DEFAULT_DEADLINES.interceptMs;
  const approveMs = deadlineOf(members, "approveMs");
  return {
    interceptMs,
    approveMs: approveMs ?? DEFAULT_DEADLINES.approveMs,
    oneCallMs: Math.min(interceptMs + (approveMs ?? 0), MAX_TIMER_MS),
  };
}

/** Members that set a deadline set the same one: `checkDefinition` ensures it. */
function deadlineOf(members: readonly Hook[], key: keyof Deadlines): number | undefined {
  return members.find((member) => member.deadlines?.[key])?.deadlines?.[key];
}

function eventsOf(members: readonly Hook[]): Pick<Manifest, "events"> {
  if (members.some((member) => typeof member.onEvent === "function")) return {};
  const events = [...new Set(members.flatMap(namedKinds))];
  return events.length === 0 ? {} : { events };
}

function nativeOf(members: readonly Hook[]): Pick<Manifest, "native"> {
  const hosts = [...new Set(members.flatMap((member) => Object.keys(member.native ?? {})))];
  if (hosts.length === 0) return {};
  const eventsOf = (host: string) => [
    ...new Set(members.flatMap((member) => Object.keys((member.native as NativeTable)?.[host] ?? {}))),
  ];
  return { native: Object.fromEntries(hosts.map((host) => [host, eventsOf(host)])) };
}
