import type { Point } from "../hook/calls.js";
import type { EventKind, EventPayloads } from "../hook/events.js";

/** How a hook receives and answers an event of a one-shot host. */
export type CommandEvent = AnsweredEvent & ObservedEvent;

/** How a one-shot host treats the answer to one of its events. */
interface AnsweredEvent {
  /**
   * The point of the event. With a point other than `onPrompt`, `onEvent` receives the event only if it names the kind.
   */
  readonly point?: Point;
  /** Set if the host passes context in the answer on to the model, at an event without a point. */
  readonly takesContext?: true;
  /** The form of a denial, by its name in the host's adapter. Without a form, the event cannot be denied. */
  readonly denial?: string;
  /** The first version with the event. Default: all versions that the SDK knows. */
  readonly since?: string;
  /** Set if headless runs hang at the event when a hook handles it. Only hooks that name the event are added there. */
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
