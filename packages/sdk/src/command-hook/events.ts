import type { Point } from "../hook/calls.js";
import type { EventKind, EventPayloads } from "../hook/events.js";

/** How a hook receives and answers an event of a one-shot host. */
export type CommandEvent = AnsweredEvent & ObservedEvent;

/** How a one-shot host treats the answer to one of its events. */
interface AnsweredEvent {
  /**
   * The point of the event, if it has one. An event with a point other than `onPrompt` is sent to `onEvent` only if
   * `onEvent` names the kind of the event.
   */
  readonly point?: Point;
  /** For an event without a point: set if the host passes `addContext` in the answer on to the model. */
  readonly takesContext?: true;
  /** The form of a denial, by its name in the host's adapter. Without a form, the event cannot be denied. */
  readonly denial?: string;
  /** The first version with the event. Default: all versions that the SDK knows. */
  readonly since?: string;
  /** Set if headless runs hang at the event when a hook handles it. `config` adds only hooks that name the event. */
  readonly hangs?: true;
}

/**
 * The portable kind of the event. `fields` maps fields of the host to fields of the kind, as in
 * `{ "error.message": "message" }`. Other fields keep their names, in camelCase. Without a kind, the event is `other`.
 * The payload of an event with a point comes from its call: `eventOfCall`.
 */
type ObservedEvent =
  | { readonly kind?: undefined; readonly fields?: undefined }
  | {
      readonly [K in EventKind]: {
        readonly kind: K;
        readonly fields?: Readonly<Record<string, keyof EventPayloads[K]>>;
      };
    }[EventKind];
