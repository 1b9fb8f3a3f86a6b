import type { Point } from "../hook/calls.js";
import type { EventKind, EventPayloads } from "../hook/events.js";

/** What a one-shot host's event is to a hook. */
export type CommandEvent = AnsweredEvent & ObservedEvent;

/** How a one-shot host treats the answer to one of its events. */
interface AnsweredEvent {
  /** The point of the event. With one, `onEvent` only receives it if it names the kind. */
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

/**
 * The portable kind of the event, and which of the host's fields is which of the kind's: `{ "error.message": "message" }`.
 * Other fields keep their names, in camelCase. Without a kind, the event is `other`. The payload of an event with a point
 * comes from its call: `eventOfCall`.
 */
type ObservedEvent =
  | { readonly kind?: undefined; readonly fields?: undefined }
  | {
      readonly [K in EventKind]: {
        readonly kind: K;
        readonly fields?: Readonly<Record<string, keyof EventPayloads[K]>>;
      };
    }[EventKind];
