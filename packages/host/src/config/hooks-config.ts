import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/protocol";
import * as z from "zod/mini";

/** A point as the config names it. `before_llm` or `after_llm` brings both, as in PicoClaw; the same for tools. */
export type Intercept = (typeof INTERCEPTS)[number];
const INTERCEPTS = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;

/** How a hook comes back after its process died. */
export interface RestartConfig {
  /** Milliseconds before the first restart, doubled each time; default 100. */
  readonly delayMs?: number;
  /** The longest delay, in milliseconds; default 10000. */
  readonly maxDelayMs?: number;
  /** Restarts in a row before the hook is given up; default 5. A hook that lived for 30 s starts counting anew. */
  readonly attempts?: number;
}

/** One process of PicoClaw's config. The last four fields are ours, see `OWN_FIELDS`. */
export interface ProcessConfig {
  /** PicoClaw starts only what says `true`. */
  readonly enabled?: boolean;
  /** Lower is asked first; default 0. Equal ones are asked by name. */
  readonly priority?: number;
  readonly transport?: "stdio" | "";
  /** Program and arguments, started without a shell. */
  readonly command?: readonly string[];
  /** The folder it starts in; default this process's. */
  readonly dir?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `["*"]`, or kinds of events in the names of any version. */
  readonly observe?: readonly string[] | null;
  readonly intercept?: readonly (Intercept | "")[] | null;
  /**
   * What a failure of this hook comes to: `continue` goes on without it, as PicoClaw does; `block` refuses the tool, or
   * ends the turn. Default: what the hook says of itself in hello, else `continue`. An approver that fails refuses under
   * both.
   */
  readonly onFailure?: "continue" | "block";
  /** `false` leaves a dead hook dead, as PicoClaw does. Default `true`. */
  readonly restart?: boolean | RestartConfig;
  /** An answer of so many bytes or more, newline included, fails its call. Default 1048576, PicoClaw's limit. */
  readonly maxLineBytes?: number;
  /** `false` lets the agent start without this hook; it is then restarted as one that died. Default `true`. */
  readonly required?: boolean;
}

/** What PicoClaw does not know of: v0.2.7 and older ignore such a field, later ones do not start (run). */
export const OWN_FIELDS = [
  "onFailure",
  "restart",
  "maxLineBytes",
  "required",
] as const satisfies readonly (keyof ProcessConfig)[];

/** The `hooks` object of PicoClaw's config, as it is (v0.2.9 and the code of 2026-06-13). */
export interface HooksConfig {
  /** Default `true`. */
  readonly enabled?: boolean;
  /** Milliseconds; 0 is the default: 5000, for approvals 60000. Events never wait here, so theirs has no effect. */
  readonly defaults?: {
    readonly observer_timeout_ms?: number;
    readonly interceptor_timeout_ms?: number;
    readonly approval_timeout_ms?: number;
  };
  /** Hooks inside PicoClaw. An enabled one is an error: it is not here. */
  readonly builtins?: Readonly<
    Record<string, { readonly enabled?: boolean; readonly priority?: number; readonly config?: unknown }>
  >;
  readonly processes?: Readonly<Record<string, ProcessConfig>>;
}

/** Each of these asks for every event. */
export const EVERY_EVENT: readonly string[] = ["", "*", "all"];
const KINDS: readonly string[] = [...EVERY_EVENT, ...EVENT_KINDS, ...RUNTIME_EVENT_KINDS];

const text = z.string();
const positive = z.int().check(z.minimum(1));
const flag = z.optional(z.boolean());
const milliseconds = z.optional(z.number());
const kind = text.check(
  z.refine(
    (name) => KINDS.includes(name),
    'expected "*" or the kind of an event, such as "tool_exec_end" or "agent.tool.exec_end"',
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

/** The schema of `HooksConfig`. Unknown fields are refused: a misspelt `onFailure` would leave a guard open. */
export const hooksConfig = z.strictObject({
  enabled: flag,
  defaults: z.optional(defaults),
  builtins: z.optional(z.record(text, builtin)),
  processes: z.optional(z.record(text, processConfig)),
});

/** The known fields at a path, for "did you mean". */
export function fieldsAt(path: readonly unknown[]): readonly string[] {
  if (path[0] === "defaults") return Object.keys(defaults.shape);
  if (path[0] !== "processes") return Object.keys(hooksConfig.shape);
  return Object.keys(path.length === 2 ? processConfig.shape : restartConfig.shape);
}
