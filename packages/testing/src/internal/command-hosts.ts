// One-shot hosts in their own terms, for packages that are released with this one. This module may change in any
// version.
export type { Effect, EventKind, HookAnswer, Payload, Situation } from "@agent-hook/sdk/internal/simulations";
export {
  CommandHost,
  type CommandHostOptions,
  commandHost,
  type FinishedToolUse,
  type HookCallResult,
  type HookCommand,
  type ToolUse,
} from "../command-hosts/command-host.js";
export { effectOfAnswer, hostFlag, kindOfEvent } from "../command-hosts/effect-of-answer.js";
export { isMatcher, matchesTool } from "../command-hosts/matcher.js";
export {
  type CommandHostName,
  type CommandHostText,
  type SimulatedHost,
  simulatedHost,
  versionsAndVariants,
} from "../command-hosts/simulated-host.js";
export { InProcessHook } from "../test-host/in-process-hook.js";
