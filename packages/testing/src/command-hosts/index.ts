export { hostFlag } from "@agent-hook/sdk/hosts";
export type { Effect, EventKind, HookAnswer, Payload, Situation } from "@agent-hook/sdk/simulations";
export {
  type AskedOfHook,
  CommandHost,
  type CommandHostOptions,
  commandHost,
  type FinishedToolUse,
  type ToolUse,
} from "./command-host.js";
export { type CommandHostName, effectOfAnswer, kindOfEvent } from "./effect-of-answer.js";
