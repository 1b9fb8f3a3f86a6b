export type { Effect, EventKind, HookAnswer, Payload, Situation } from "@agent-hook/sdk/internal/simulations";
export {
  type AskedOfHook,
  CommandHost,
  type CommandHostOptions,
  commandHost,
  type FinishedToolUse,
  type HookCommand,
  type ToolUse,
} from "./command-host.js";
export { effectOfAnswer, hostFlag, kindOfEvent } from "./effect-of-answer.js";
export { isMatcher, matchesTool } from "./matcher.js";
export {
  type CommandHostName,
  type CommandHostText,
  type SimulatedHost,
  simulatedHost,
  versionsAndVariants,
} from "./simulated-host.js";
