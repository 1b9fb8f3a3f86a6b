export {
  type AskedOfHook,
  CommandHost,
  type CommandHostOptions,
  commandHost,
  type FinishedToolUse,
  type ToolUse,
} from "./command-host.js";
export type { Effect, EventKind, HookAnswer, Payload, Situation } from "./effect.js";
export { type CommandHostName, effectOfAnswer, kindOfEvent } from "./effect-of-answer.js";
export { COMMAND_HOSTS, HOST_FACTS, type HostFacts } from "./host-facts.js";
