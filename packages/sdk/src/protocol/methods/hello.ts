import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalBoolean, optionalString, optionalStrings } from "../shapes/fields.js";

/** The kinds of messages that the host may send to the hook, in the order in which the host lists them. */
export const HOOK_MODES = ["observe", "llm", "tool", "approve"] as const;
export type HookMode = (typeof HOOK_MODES)[number];

/**
 * The first call, with id 1. It carries the hook's name in the config, the protocol version (1) and the modes, a subset
 * of `HOOK_MODES`. On an error, or without an answer in 5 s, the agent does not start. A hook that cannot run answers
 * with an error.
 *
 * Trap: the host ignores the contents of the answer, so a hook cannot request modes that the config does not enable.
 * One point in the config enables its whole pair: `before_llm` also enables `hook.after_llm`; the same applies to
 * tools.
 *
 * Source: observed on v0.2.6 to v0.2.9.
 */
export const hello = {
  method: "hook.hello",
  kind: "request",
  direction: "host-to-hook",
  since: "v0.2.4",
  params: z.looseObject({ name: z.string(), version: z.number(), modes: optionalStrings }),
  result: z.looseObject({ ok: optionalBoolean, name: optionalString }),
} as const satisfies MethodSpec;

export type HelloParams = z.infer<typeof hello.params>;
export type HelloResult = z.infer<typeof hello.result>;
