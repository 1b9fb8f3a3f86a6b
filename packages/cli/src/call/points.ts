import { didYouMean, POINTS } from "@agent-hook/protocol";
import type { PortableInput } from "@agent-hook/testing";
import { usageError } from "../command-error.js";

/** Where a hook is asked, in the SDK's words; `onEvent` where it is told. */
export type AskedPoint = keyof PortableInput;

/** How the host calls a point; an event has no point there. */
export function hostWord(point: AskedPoint): string {
  return point === "onEvent" ? "event" : POINTS[point].intercept;
}

const ALL = [...(Object.keys(POINTS) as (keyof typeof POINTS)[]), "onEvent"] as const satisfies readonly AskedPoint[];
const BY_NAME = new Map<string, AskedPoint>([
  ...ALL.map((point) => [hostWord(point), point] as const),
  ...ALL.map((point) => [point, point] as const),
]);

/**
 * The point of a name in the host's or the SDK's words. Throws a usage error; `where` says what has the name, `events`
 * are what else it could be.
 */
export function pointNamed(name: string, where = "", events: readonly string[] = []): AskedPoint {
  const point = BY_NAME.get(name);
  if (point !== undefined) return point;
  const guess = didYouMean(name, [...events, ...BY_NAME.keys()]);
  if (events.length === 0) throw usageError(`${where}unknown point "${name}"${guess}; expected ${POINT_WORDS}`);
  throw usageError(
    `${where}unknown point or event "${name}"${guess}; expected ${POINT_WORDS}, or one of ${events.join(", ")}`,
  );
}

/** Every point in the host's words. */
export const POINT_WORDS = `${ALL.slice(0, -1).map(hostWord).join(", ")} or event`;
