import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/sdk/internal/picoclaw";
import * as z from "zod/mini";

/**
 * A point as the config names it. As in PicoClaw, `before_llm` and `after_llm` each enable both, and so do
 * `before_tool` and `after_tool`.
 */
export type Intercept = (typeof INTERCEPTS)[number];
const INTERCEPTS = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/** How a hook is restarted after its process died. */
export interface RestartConfig {
  /** The delay before the first restart, in milliseconds. It doubles with each restart. Default 100. */
  readonly delayMs?: number;
  /** The longest delay, in milliseconds. Default 10000. */
  readonly maxDelayMs?: number;
  /**
   * Restarts in a row before the manager gives up. Default 5. The count starts over once a process has run for 30 s.
   */
  readonly attempts?: number;
}

/** One process of PicoClaw's config. The last four fields are our own, see `OWN_FIELDS`. */
export interface ProcessConfig {
  /** PicoClaw starts only processes with `true`. */
  readonly enabled?: boolean;
  /** Lower priorities are called first; equal ones are called by name. Default 0. */
  readonly priority?: number;
  readonly transport?: "stdio" | "";
  /** Program and arguments, started without a shell. */
  readonly command?: readonly string[];
  /** The folder that the command runs in. Default: the folder of this process. */
  readonly dir?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `["*"]`, or event kinds as any version names them. */
  readonly observe?: readonly string[] | null;
  readonly intercept?: readonly (Intercept | "")[] | null;
  /**
   * The failure policy: `continue` proceeds without this hook, as PicoClaw does; `block` denies the tool or ends the
   * turn. Default: the policy that the hook reports in hello, or else `continue`. An approver that fails denies the
   * call under both policies.
   */
  readonly onFailure?: "continue" | "block";
  /** With `false`, a dead hook is not restarted, as in PicoClaw. Default `true`. */
  readonly restart?: boolean | RestartConfig;
  /**
   * A call fails if its answer has this many bytes or more, including the newline. Default 1048576, PicoClaw's limit.
   */
  readonly maxLineBytes?: number;
  /**
   * With `false`, the agent starts even if this hook does not. The hook is then restarted as if it had died. Default
   * `true`.
   */
  readonly required?: boolean;
}

/**
 * Fields that PicoClaw does not know: v0.2.7 and older ignore them, and later versions do not start with them
 * (observed).
 */
export const OWN_FIELDS = [
  "onFailure",
  "restart",
  "maxLineBytes",
  "required",
] as const satisfies readonly (keyof ProcessConfig)[];

/**
 * The `hooks` object of PicoClaw's config (v0.2.9 and the code of 2026-06-13). Only the fields in `OWN_FIELDS` are
 * added.
 */
export interface HooksConfig {
  /** Default `true`. */
  readonly enabled?: boolean;
  /**
   * Milliseconds. 0 selects the default: 5000, or 60000 for approvals. Sending an event never waits, so
   * `observer_timeout_ms` has no effect.
   */
  readonly defaults?: {
    readonly observer_timeout_ms?: number;
    readonly interceptor_timeout_ms?: number;
    readonly approval_timeout_ms?: number;
  };
  /** Hooks built into PicoClaw. An enabled one is an error, because these hooks are not available outside PicoClaw. */
  readonly builtins?: Readonly<
    Record<string, { readonly enabled?: boolean; readonly priority?: number; readonly config?: unknown }>
  >;
  readonly processes?: Readonly<Record<string, ProcessConfig>>;
}

/** In `observe`, each of these selects every event. */
export const EVERY_EVENT: readonly string[] = ["", "*", "all"];
const KINDS: readonly string[] = [...EVERY_EVENT, ...EVENT_KINDS, ...RUNTIME_EVENT_KINDS];

const text = z.string();
const positive = z.int().check(z.minimum(1));
const flag = z.optional(z.boolean());
const milliseconds = z.optional(z.number());
const kind = text.check(
  z.refine(
    (name) => KINDS.includes(name),
    'expected "*" or an event kind, such as "tool_exec_end" or "agent.tool.exec_end"',
  ),
);
const intercept = z.enum(["", ...INTERCEPTS], { error: `expected one of ${INTERCEPTS.join(", ")}` });

const restartConfig = z.strictObject({
  delayMs: z.optional(positive),
  maxDelayMs: z.optional(positive),
  attempts: z.optional(positive),
});
const processConfig = z.strictObject({
  enabled: flag,
  priority: z.optional(z.number()),
  transport: z.optional(z.enum(["", "stdio"], { error: 'expected "stdio"' })),
  command: z.optional(z.array(text)),
  dir: z.optional(text),
  env: z.optional(z.record(text, text)),
  observe: z.nullish(z.array(kind)),
  intercept: z.nullish(z.array(intercept)),
  onFailure: z.optional(z.enum(["continue", "block"])),
  restart: z.optional(z.union([z.boolean(), restartConfig])),
  maxLineBytes: z.optional(positive),
  required: flag,
});
const defaults = z.strictObject({
  observer_timeout_ms: milliseconds,
  interceptor_timeout_ms: milliseconds,
  approval_timeout_ms: milliseconds,
});
const builtin = z.looseObject({ enabled: flag, priority: z.optional(z.number()) });

/**
 * The schema of `HooksConfig`. Unknown fields are rejected: with a misspelled `onFailure`, a guard that fails would let
 * calls pass.
 */
export const hooksConfig = z.strictObject({
  enabled: flag,
  defaults: z.optional(defaults),
  builtins: z.optional(z.record(text, builtin)),
  processes: z.optional(z.record(text, processConfig)),
});

/** Returns the known fields at a path, for "did you mean". */
export function fieldsAt(path: readonly unknown[]): readonly string[] {
  if (path[0] === "defaults") return Object.keys(defaults.shape);
  if (path[0] !== "processes") return Object.keys(hooksConfig.shape);
  return Object.keys(path.length === 2 ? processConfig.shape : restartConfig.shape);
}
