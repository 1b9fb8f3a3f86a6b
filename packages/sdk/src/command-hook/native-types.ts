import type { Context } from "../hook/context.js";

/** An object that may have more fields than its type names. */
export interface OpenFields {
  readonly [field: string]: unknown;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` makes no decision
type Reply<Answer> = Answer | void;

/** Handlers for a host's own events: of each event, the payload and the answer. */
export type HandlersOf<Events extends Readonly<Record<string, readonly [object, unknown]>>, Env> = {
  readonly [Event in keyof Events]?: (
    input: Events[Event][0],
    context: Context<Env>,
  ) => Reply<Events[Event][1]> | Promise<Reply<Events[Event][1]>>;
};
