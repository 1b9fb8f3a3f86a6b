import * as z from "zod/mini";
import type { MethodSpec } from "../method-spec.js";
import { optionalBoolean, optionalString, optionalStrings } from "../shapes/optional.js";

/** What the host may ask of the hook, in the order it names them. */
export const HOOK_MODES = ["observe", "llm", "tool", "approve"] as const;
export type HookMode = (typeof HOOK_MODES)[number];

/**
 * The first call, with id 1: the hook's name in the config, the protocol's version (1) and the modes, a subset of
 * `HOOK_MODES`. An error, or no answer in 5 s, ends the agent's start; that is how a hook refuses to run.
 *
 * Trap: the host reads nothing in the answer, so a hook cannot ask for other modes than the config gives it. One point
 * in the config turns on its whole pair: `before_llm` alone brings `hook.after_llm` too; the same for tools.
 *
 * Source: run, v0.2.6 to v0.2.9.
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
