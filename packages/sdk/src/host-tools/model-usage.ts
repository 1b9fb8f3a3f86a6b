import type { LlmReply } from "../hook/calls.js";
import type { HookEvent } from "../hook/events.js";
import type { Payload } from "./effect.js";
import type { SessionEntry } from "./session-files.js";

/** The tokens of one model call. Each token is in one field only. */
export interface Tokens {
  /** Input that was neither read from the provider's cache nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** With what the model thinks. */
  readonly output: number;
}

/** One call of a model, as a host reports it. */
export interface ModelUse {
  /** A later use with the same id replaces this one: some hosts write a call more than once. */
  readonly id?: string;
  /** ISO 8601. */
  readonly time?: string;
  /** Empty if the host does not name it. */
  readonly model: string;
  /** `undefined` if the host does not know them. */
  readonly tokens?: Tokens;
  /** In US dollars, if the host knows it. */
  readonly cost?: number;
}

/** How a host reports the use of models. It has exactly one of these, so that no call counts twice. */
export type UsageSource =
  | {
      /** Returns the use in a reply, or `undefined` if a later part of the reply has it. */
      readonly reply: (reply: LlmReply) => ModelUse | undefined;
    }
  | {
      /** Returns the use in an event of the kind `llm.response`. */
      readonly event: (event: HookEvent) => ModelUse | undefined;
    }
  | { readonly files: UsageFiles };

/** Session files of a host that have the use of models, one JSON object per line. */
export interface UsageFiles {
  /** A text that is in each line with a use. Other lines are not parsed. */
  readonly mark: string;
  /** Returns the files of the session that a payload belongs to. They need not exist yet. */
  paths(payload: Payload, env: NodeJS.ProcessEnv): readonly string[];
  /** Returns the session whose files these are, if a sub-agent has a session of its own. Default: that of the call. */
  session?(payload: Payload): string | undefined;
  /** Returns the use in a line, or `undefined`. */
  read(entry: SessionEntry): ModelUse | undefined;
}

/** Returns a number of tokens; 0 for anything that is not one. */
export function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
