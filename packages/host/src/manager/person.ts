import type { CallContext, JsonObject, Meta } from "@agent-hook/protocol";

/** A tool call that a hook leaves to a person. */
export interface Question {
  readonly hook: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Why the hook asks. */
  readonly reason: string;
  readonly meta?: Meta | null | undefined;
  readonly context?: CallContext | null | undefined;
}

/** The person's decision. `reason` is what the model reads about a denial. */
export type UserDecision = boolean | { readonly approved: boolean; readonly reason?: string };

export type OnAsk = (question: Question) => UserDecision | Promise<UserDecision>;
