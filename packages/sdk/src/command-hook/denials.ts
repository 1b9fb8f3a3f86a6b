import type { Point } from "../hook/calls.js";
import { type Decisions, modify, type ToolResultPatch } from "../hook/decisions.js";
import { denialFor } from "../runtime/denial.js";
import type { Failure } from "../runtime/failure.js";

/** The launcher's reason if the hook gave no complete answer. */
export const REFUSED = "refused: the hook failed";
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
export function denialsOf<Event extends string>(
  events: readonly string[],
  denial: (event: Event) => object | undefined,
): HostDenials {
  const documents = events.map((event) => [event, denial(event as Event)] as const);
  return {
    denials: Object.fromEntries(
      documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
    ),
    withoutDenial: documents.flatMap(([event, document]) => (document === undefined ? [event] : [])),
  };
}

/** Returns the denial for a failure. After a tool, replaces the whole result, including media. */
export function denyOrWithhold(point: Point, failure: Failure): Decisions[Point] {
  if (point !== "afterTool") return denialFor(point, failure.words);
  return modify({ result: { forLlm: failure.withheld, media: [] } }) as Decisions["afterTool"];
}

/** Whether a changed result was withheld. No hook can change media itself: that is unsupported. */
export function isWithheld({ result }: ToolResultPatch): boolean {
  return typeof result === "object" && result.media !== undefined;
}
