import type { Conversation } from "../driver/conversation.js";
import type { HookProcess } from "../driver/hook-process.js";

/** What a hook is asked to do; each contender answers the same to it. */
export const WORKS = ["continue", "respond", "large-continue", "large-modify"] as const;
export type Work = (typeof WORKS)[number];

/** The text that the tool answers with, for a city that was checked to be text. */
export const WEATHER = "Beijing: sunny, 15 °C";

/** Gives the bytes of so many calls that are sent at once. Those that are in flight together have ids of their own. */
export type Calls = (count: number) => Buffer;

/** How calls reach a hook and answers come back. */
export interface Wire {
  /** A flood is kept to so many in flight: with more of them a hook would be slower. */
  readonly mostInFlight?: number;
  /** Ready for calls: its first answer has come, if the wire has a handshake. */
  open(hook: HookProcess): Promise<Conversation>;
  /** `distinct` is the most calls that will be asked for at once. */
  calls(work: Work, distinct: number): Calls;
  /** Whether an answer is what the work asks for. */
  isRight(work: Work, answer: string): boolean;
}
