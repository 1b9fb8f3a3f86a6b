import type { Point } from "../hook/calls.js";
import { type Deny, deny } from "../hook/decisions.js";
import type { Failure } from "../runtime/failure.js";
import type { OneShotAdapter } from "./adapter.js";

/** The launcher's reason if the hook gave no complete answer. */
export const DENIED = "denied: the hook failed";
/** The launcher's replacement for a result that this hook should have checked. */
export const WITHHELD = "[withheld: hook failed]";

/** The denials of a one-shot host, by event. */
export interface HostDenials {
  /** One-line JSON without a backslash or a single quote. */
  readonly denials: Readonly<Record<string, string>>;
  /** Events that cannot be denied. */
  readonly withoutDenial: readonly string[];
}

/** Returns the denials of a host's events as text. */
export function denialsOf<Event extends string, Payload extends object, Document extends object>(
  adapter: OneShotAdapter<Event, Payload, Document>,
): HostDenials {
  const failure = { publicText: DENIED, withheldText: WITHHELD } as Failure;
  const denials: Record<string, string> = {};
  const withoutDenial: string[] = [];
  for (const event of Object.keys(adapter.events) as Event[]) {
    const document = adapter.denial(event, failure, {} as Payload);
    if (document === undefined) withoutDenial.push(event);
    else denials[event] = JSON.stringify(document);
  }
  return { denials, withoutDenial };
}

/** Returns the denial for a failure. After a tool, its text replaces the result. */
export function denialFor(point: Point, failure: Failure): Deny {
  return deny(point === "afterTool" ? failure.withheldText : failure.publicText);
}
