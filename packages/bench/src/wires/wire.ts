import type { Conversation } from "../driver/conversation.js";
import type { MeasuredHook } from "../driver/hook-process.js";

/** The kinds of work that a hook is given; every contender gives the same answers. */
export const WORKS = ["continue", "respond", "large-modify"] as const;
export type Work = (typeof WORKS)[number];

/** The text that the tool answers with, after it checked that the city is a string. */
export const WEATHER = "Beijing: sunny, 15 °C";

/** Returns the bytes of `count` calls that are sent at once. Calls in flight at the same time have different ids. */
export type CallBytes = (count: number) => Buffer;

/** Sends calls to a hook and receives its answers. */
export interface Wire {
  /** The limit of calls in flight during a flood; with more, a hook would be slower. */
  readonly maxInFlight?: number;
  /** Resolves when the hook is ready for calls: with a handshake, after its first answer. */
  open(hook: MeasuredHook): Promise<Conversation>;
  /** `distinct` is the largest number of calls that will be sent at once. */
  calls(work: Work, distinct: number): CallBytes;
  /** Whether an answer is correct for the work. */
  isCorrect(work: Work, answer: string): boolean;
}
