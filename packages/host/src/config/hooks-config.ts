import { EVENT_KINDS, RUNTIME_EVENT_KINDS } from "@agent-hook/protocol";
import * as z from "zod/mini";

const milliseconds = z.optional(z.number());

const INTERCEPTS = ["before_llm", "after_llm", "before_tool", "after_tool", "approve_tool"] as const;
/** Each of these asks for every event. */
export const EVERY_EVENT: readonly string[] = ["", "*", "all"];

const KINDS: readonly string[] = [...EVERY_EVENT, ...EVENT_KINDS, ...RUNTIME_EVENT_KINDS];
const NO_EVENT = 'expected "*" or the kind of an event, such as "tool_exec_end" or "agent.tool.exec_end"';

function isEventKind(kind: string): boolean {
  return KINDS.includes(kind);
}

const restart = z.union([
  z.boolean(),
  z.strictObject({
    delayMs: z.optional(z.number().check(z.positive())),
    maxDelayMs: z.optional(z.number().check(z.positive())),
    attempts: z.optional(z.int().check(z.positive())),
  }),
]);

const processConfig = z.strictObject({
  enabled: z.optional(z.boolean()),
  priority: z.optional(z.number()),
  transport: z.optional(z.enum(["", "stdio"])),
  command: z.optional(z.array(z.string())),
  dir: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
  observe: z.nullish(z.array(z.string().check(z.refine(isEventKind, NO_EVENT)))),
  intercept: z.nullish(z.array(z.enum(["", ...INTERCEPTS]))),
  onFailure: z.optional(z.enum(["continue", "block"])),
  restart: z.optional(restart),
  maxLineBytes: z.optional(z.int().check(z.positive())),
  required: z.optional(z.boolean()),
});

const defaults = z.strictObject({
  observer_timeout_ms: milliseconds,
  interceptor_timeout_ms: milliseconds,
  approval_timeout_ms: milliseconds,
});

/** PicoClaw's `hooks` (v0.2.9 and the code of 2026-06-13), with our own optional fields on each process. */
export const hooksConfig = z.strictObject({
  enabled: z.optional(z.boolean()),
  defaults: z.optional(defaults),
  builtins: z.optional(
    z.record(
      z.string(),
      z.looseObject({ enabled: z.optional(z.boolean()), priority: z.optional(z.number()), config: z.unknown() }),
    ),
  ),
  processes: z.optional(z.record(z.string(), processConfig)),
});

/**
 * The `hooks` object of PicoClaw's config, as it is. Four fields of a process are ours, and optional:
 *
 * - `onFailure`: what a failure of this hook comes to. `continue` goes on without it, as PicoClaw does; `block` refuses
 *   the tool, or ends the turn. Default: what the hook says of itself in hello, else `continue`. An approver that fails
 *   refuses under both.
 * - `restart`: `false` leaves a dead hook dead, as PicoClaw does. Default: restarted after `delayMs` (100), doubled up
 *   to `maxDelayMs` (10000), `attempts` (5) times in a row; a hook that lived for 30 s starts counting anew.
 * - `maxLineBytes`: the longest line taken from the hook, newline included; default 1048576, PicoClaw's limit.
 * - `required`: `false` lets the agent start without this hook.
 */
export type HooksConfig = z.input<typeof hooksConfig>;
export type ProcessConfig = z.output<typeof processConfig>;

/** The known fields at a path, for "did you mean". */
export function fieldsAt(path: readonly unknown[]): readonly string[] {
  if (path[0] === "processes")
    return path.length === 2 ? Object.keys(processConfig.shape) : ["delayMs", "maxDelayMs", "attempts"];
  return path[0] === "defaults" ? Object.keys(defaults.shape) : ["enabled", "defaults", "builtins", "processes"];
}
