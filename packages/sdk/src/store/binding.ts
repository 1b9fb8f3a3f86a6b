import type { CallSource } from "../hook/calls.js";
import type { Deadline } from "../runtime/deadline.js";
import type { StoreSource } from "./source.js";

/** What limits an operation: the deadline of its call, or, for a handler of an event, only the end of the hook. */
type StoreLimit = Pick<Deadline, "signal"> & Partial<Pick<Deadline, "remainingMs">>;

/** What a store needs to know about the handler that uses it. */
export interface StoreBinding {
  /** The name of the hook, or of the member of a composed hook. */
  readonly hook: string;
  readonly source: StoreSource;
  /** The call or the event. Missing in `setup` and `teardown`. */
  readonly call: Pick<CallSource, "sessionId" | "cwd"> | undefined;
  readonly limit: StoreLimit;
}
