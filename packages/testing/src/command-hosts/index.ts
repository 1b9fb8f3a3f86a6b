export type { Effect, EventKind, HookAnswer, Payload, Situation } from "./effect.js";
export { type CommandHostName, effectOfAnswer, kindOfEvent } from "./effect-of-answer.js";
