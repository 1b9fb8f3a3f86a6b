import {
  defineHook,
  type Hook,
  type Store,
  type StoreKey,
  storeKey,
  type ToolCall,
  type ToolKind,
} from "@agent-hook/sdk";
import { withOwnFilters } from "@agent-hook/sdk/internal/own-filters";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { toolKindSchema } from "../tool-kinds.js";
import { type LimitOptions, limitOptions, toolDenials } from "./denials.js";
import { hashOf } from "./same-call.js";
import { type KeyOf, sessionKey } from "./session-keys.js";

/** How many calls may run in a time. */
export interface RateLimitRule {
  /** How many calls may run in `seconds`: a whole number from 0. */
  readonly calls: number;
  /** The length of the sliding window. */
  readonly seconds: number;
  /**
   * Which calls count together: those of a session, a project, a user on this machine, or everybody who uses the same
   * store. Default: `session`.
   */
  readonly scope?: "session" | "project" | "user" | "fleet" | undefined;
  /** Only tools of these kinds. Default: all tools. */
  readonly kinds?: readonly ToolKind[] | undefined;
  /** Also these tools, by the host's own names. Without `kinds`: only these. Default: none. */
  readonly tools?: readonly string[] | undefined;
  /** `tool`: each tool has a count of its own, by its name. `kind`: each kind of tools. Default: all count together. */
  readonly each?: "tool" | "kind" | undefined;
}

/** The options of `rateLimit`. */
export interface RateLimitOptions extends LimitOptions {
  /** The rules. A call must fit all that apply to it. Default: 120 calls a minute and 2000 an hour, per session. */
  readonly limits?: readonly RateLimitRule[] | undefined;
}

const MAX_SECONDS = 31 * 24 * 60 * 60;

export const optionsSchema = z.strictObject({
  limits: z
    .array(
      z.strictObject({
        calls: z.int().min(0),
        seconds: z.int().min(1).max(MAX_SECONDS),
        scope: z.enum(["session", "project", "user", "fleet"]).default("session"),
        kinds: z.array(toolKindSchema).min(1).optional(),
        tools: z.array(z.string().min(1)).min(1).optional(),
        each: z.enum(["tool", "kind"]).optional(),
      }),
    )
    .min(1)
    .max(20)
    .default([
      { calls: 120, seconds: 60, scope: "session" },
      { calls: 2000, seconds: 3600, scope: "session" },
    ]),
  ...limitOptions,
});

type Rule = z.output<typeof optionsSchema>["limits"][number];

/**
 * Returns a hook that denies tool calls above a rate. The reason says in how many seconds the model may try again. Only
 * calls that this hook lets pass count: in a `compose`, put it after the hooks that deny.
 *
 * The counts are in `context.store`, so they hold for hosts that start a process for each call. If the store fails, the
 * call is denied, unless `onFailure` is `continue`. Throws a `TypeError` if an option is invalid.
 *
 * @example await serve(compose(guardShell(), rateLimit({ limits: [{ calls: 10, seconds: 60, kinds: ["fetch"] }] })));
 */
export function rateLimit(options: RateLimitOptions = {}): Hook<{}> {
  const { limits, ...others } = checkOptions("rateLimit", optionsSchema, options);
  const counters = limits.map((rule) => ({ rule, keyOf: keyFor(rule) }));
  const hook = defineHook<{}>({
    name: "rate-limit",
    ...toolDenials(others, async (call, { store }) => {
      const applying = counters.filter(({ rule }) => appliesTo(rule, call));
      const windows = applying.map(({ rule, keyOf }) => new RuleWindow(rule, partFor(rule, call, keyOf(call)), store));
      // A call that a later rule denies must not count for an earlier one.
      for (const window of windows.slice(1)) {
        const reason = await window.look();
        if (reason !== undefined) return reason;
      }
      for (const window of windows) {
        const reason = await window.add();
        if (reason !== undefined) return reason;
      }
      return undefined;
    }),
  });
  const filters = limits.flatMap(({ kinds = [], tools: names = [] }, index) =>
    kinds.length + names.length === 0 ? [] : [{ option: `limits[${index}]`, kinds, names }],
  );
  return withOwnFilters(hook, filters);
}

/** The sliding window of a rule, for one call. Both methods return why the call does not fit, or `undefined`. */
class RuleWindow {
  constructor(
    private readonly rule: Rule,
    private readonly key: StoreKey<number>,
    private readonly store: Store,
  ) {}

  add(): Promise<string | undefined> {
    return this.#use(this.rule.calls, 1);
  }

  look(): Promise<string | undefined> {
    return this.#use(this.rule.calls - 1, 0);
  }

  async #use(limit: number, amount: number): Promise<string | undefined> {
    if (limit < 0) return reasonOf(this.rule, Number.POSITIVE_INFINITY);
    const { allowed, retryAfterMs } = await this.store.addToWindow(this.key, {
      windowMs: this.rule.seconds * 1000,
      limit,
      amount,
    });
    return allowed ? undefined : reasonOf(this.rule, retryAfterMs);
  }
}

/** Rules that differ have different keys, also if several of these hooks run together. */
function keyFor(rule: Rule): KeyOf<number> {
  const { calls, seconds, scope, kinds, tools, each } = rule;
  const name = `rate-limit ${hashOf(JSON.stringify([calls, seconds, kinds, tools, each]))}`;
  const options = { value: z.number(), lifetimeMs: seconds * 1000 };
  if (scope === "session") return sessionKey(name, options);
  const key = storeKey(name, { ...options, scope });
  return () => key;
}

function partFor({ each }: Rule, { tool, kind }: ToolCall, key: StoreKey<number>): StoreKey<number> {
  if (each === undefined) return key;
  return key.for(each === "tool" ? tool : kind);
}

function appliesTo({ kinds, tools }: Rule, { tool, kind }: ToolCall): boolean {
  if (kinds === undefined && tools === undefined) return true;
  return kinds?.includes(kind) === true || tools?.includes(tool) === true;
}

const WHOSE: Readonly<Record<Rule["scope"], string>> = {
  session: "in this session",
  project: "in this project",
  user: "for this user",
  fleet: "for everybody together",
};

function reasonOf(rule: Rule, retryAfterMs: number): string {
  const { calls, seconds, scope, kinds = [], tools = [], each } = rule;
  const names = [...kinds.map((kind) => `kind ${kind}`), ...tools].join(", ");
  const which = `${names === "" ? "" : ` of ${names}`}${each === undefined ? "" : ` per ${each}`}`;
  const limit = `Rate limit: at most ${calls} calls${which} in ${seconds} s ${WHOSE[scope]}.`;
  if (!Number.isFinite(retryAfterMs)) return `${limit} Such calls are not allowed. Do not try again.`;
  return `${limit} Try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s, not earlier.`;
}
