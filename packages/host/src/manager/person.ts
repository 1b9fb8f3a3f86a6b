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

/** What the person said; `reason` is what the model reads of a no. */
export type UserDecision = boolean | { readonly approved: boolean; readonly reason?: string };

export type OnAsk = (question: Question) => UserDecision | Promise<UserDecision>;
