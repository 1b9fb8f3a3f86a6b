import { expect } from "vitest";
import type { HookManager, Report } from "../../src/index.js";
import { type Managed, manage, puppet, type Scripts } from "../start-manager.js";
import { type CallName, type Json, recordedParams, type Version } from "./recorded-calls.js";

/** A rule of the real host and its outcome in this library. */
export interface Row {
  /** The observation on the real host, as worded in its facts. */
  readonly fact: string;
  /** The same rule, word for word as in `docs/picoclaw.md`. */
  readonly docs?: string;
  /** Default: every version. */
  readonly versions?: readonly Version[];
  readonly method: CallName;
  /** The recording that contains the call. */
  readonly file?: string;
  /** Params that replace the recorded ones. */
  readonly given?: (recorded: Json) => Json;
  /** Answers by hook name. A hook that is not listed makes no decision. */
  readonly answers: (params: Json) => Readonly<Record<string, unknown>>;
  /** Default: the outcome without any hook. */
  readonly outcome?: (params: Json) => object;
  /** Default: none. */
  readonly reports?: readonly (readonly [hook: string, kind: Report["kind"], text: string])[];
  /** The hooks that were called, in order. Default: all hooks. */
  readonly asked?: readonly string[];
  /** The params that each hook received. */
  readonly sees?: (params: Json) => Readonly<Record<string, object>>;
}

/** The order of the calls: by priority, then by name. The config lists them in another order. */
const ORDER = ["zulu", "alpha", "bravo"] as const;

export function startChain(version: Version): Promise<Managed> {
  const processes = {
    bravo: puppet({ priority: 2 }),
    zulu: puppet({ priority: 1 }),
    alpha: puppet({ priority: 2 }),
  };
  return manage({ processes }, { version });
}

export const ask: { readonly [M in CallName]: (manager: HookManager, params: Json) => Promise<Json> } = {
  "hook.before_llm": (manager, params) => manager.beforeLlm(params),
  "hook.after_llm": (manager, params) => manager.afterLlm(params),
  "hook.before_tool": (manager, params) => manager.beforeTool(params),
  "hook.approve_tool": (manager, params) => manager.approveTool(params),
  "hook.after_tool": (manager, params) => manager.afterTool(params),
};

/** Returns the outcome of a call without any decision. */
export function unchanged(method: CallName, params: Json): object {
  const { tool, arguments: args, response, result } = params;
  const outcomes = {
    "hook.before_llm": { request: params },
    "hook.after_llm": { response },
    "hook.before_tool": { tool, arguments: args },
    "hook.after_tool": { result },
  };
  if (method === "hook.approve_tool") return { outcome: "approved" };
  return { outcome: "continue", changedBy: [], ...outcomes[method] };
}

/** Returns the outcome of a call without its reports and the puppets' scripts. */
export async function outcomeOf(
  manager: HookManager,
  method: CallName,
  params: Json,
  answers: Readonly<Record<string, unknown>>,
): Promise<{ readonly outcome: Json; readonly reports: readonly Report[] }> {
  const scripts: Scripts = Object.fromEntries(
    Object.entries(answers).map(([hook, result]) => [hook, { [method]: { result } }]),
  );
  const { reports, ...outcome } = await ask[method](manager, { ...params, scripts });
  if (outcome.request !== undefined) {
    const { scripts: _scripts, ...request } = outcome.request;
    outcome.request = request;
  }
  return { outcome, reports };
}

const POINTS = {
  "hook.before_llm": "beforeLlm",
  "hook.after_llm": "afterLlm",
  "hook.before_tool": "beforeTool",
  "hook.approve_tool": "approveTool",
  "hook.after_tool": "afterTool",
} as const;

/** Adds the point to an outcome that ends a call. */
export function atPoint(method: CallName, outcome: object): object {
  const ends = "outcome" in outcome && ["denied", "aborted"].includes(String(outcome.outcome));
  return ends ? { ...outcome, point: POINTS[method] } : outcome;
}

export async function check({ manager, received: heard }: Managed, row: Row, version: Version): Promise<void> {
  const { method, given = (recorded) => recorded, asked = ORDER } = row;
  const params = given(recordedParams(version, method, row.file));
  await heard();
  const { outcome, reports } = await outcomeOf(manager, method, params, row.answers(params));
  const calls = await heard();
  expect(outcome).toEqual(atPoint(method, row.outcome?.(params) ?? unchanged(method, params)));
  expect(reports.map(({ hook, kind }) => [hook, kind])).toEqual(
    (row.reports ?? []).map((report) => report.slice(0, 2)),
  );
  for (const [index, [, , text]] of (row.reports ?? []).entries()) {
    expect(reports[index]).toMatchObject({ method, message: expect.stringContaining(text) });
  }
  expect(calls.map(({ hook }) => hook)).toEqual(asked);
  const seen = Object.fromEntries(calls.map((call) => [call.hook, call.params]));
  expect(seen).toMatchObject(row.sees?.(params) ?? {});
}
