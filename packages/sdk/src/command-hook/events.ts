import type { Point } from "../hook/calls.js";

/** How a one-shot host treats the answer to one of its events. */
export interface CommandEvent {
  /** The point of the event. Without one, the event goes to `onEvent` and to native handlers. */
  readonly point?: Point;
  /** Set if the host passes context in the answer on to the model, at an event without a point. */
  readonly takesContext?: true;
  /** The form of a denial, as a name from the host's adapter. Without one, the event cannot be denied. */
  readonly denial?: string;
  /** The first version with the event. Default: all versions that the SDK knows. */
  readonly since?: string;
  /** Set if headless runs hang at the event if a hook handles it. Only hooks that name it are added there. */
  readonly hangs?: true;
}
