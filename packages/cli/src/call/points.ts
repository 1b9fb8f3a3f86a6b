import { POINTS } from "@agent-hook/picoclaw/protocol";
import type { PortableInput } from "@agent-hook/picoclaw/testing";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";

/** A point at which a hook is called, or `onEvent`, in the SDK's spelling. */
export type CallPoint = PicoclawPoint | "onPrompt";

/** A point at which PicoClaw calls hooks, or `onEvent`. */
export type PicoclawPoint = keyof PortableInput;

/**
 * Returns the host's spelling of a point, such as `before_tool`. `onEvent`, which is not a point of the host, becomes
 * `event`.
 */
export function hostSpelling(point: CallPoint): string {
  if (point === "onPrompt") return "on_prompt";
  return point === "onEvent" ? "event" : POINTS[point].intercept;
}

/** Throws a usage error for a point at which PicoClaw does not call hooks. */
export function assertPicoclawCalls(point: CallPoint): asserts point is PicoclawPoint {
  if (point !== "onPrompt") return;
  throw usageError(
    "PicoClaw does not call hooks for a prompt: call before_llm with --message, or name another host, such as --host claude-code",
  );
}

const ALL_POINTS = [
  "onPrompt",
  ...(Object.keys(POINTS) as (keyof typeof POINTS)[]),
  "onEvent",
] as const satisfies readonly CallPoint[];
const BY_NAME = new Map<string, CallPoint>([
  ...ALL_POINTS.map((point) => [hostSpelling(point), point] as const),
  ...ALL_POINTS.map((point) => [point, point] as const),
]);

/**
 * Returns the point with a name in the host's or the SDK's spelling. Throws a usage error for any other name. The error
 * begins with `where`, the source of the name, and suggests `events` too.
 */
export function pointNamed(name: string, where = "", events: readonly string[] = []): CallPoint {
  const point = BY_NAME.get(name);
  if (point !== undefined) return point;
  const guess = didYouMean(name, [...events, ...BY_NAME.keys()]);
  if (events.length === 0) throw usageError(`${where}unknown point "${name}"${guess}; expected ${POINT_LIST}`);
  throw usageError(
    `${where}unknown point or event "${name}"${guess}; expected ${POINT_LIST}, or one of ${events.join(", ")}`,
  );
}

/** Lists every point in the host's spelling. */
export const POINT_LIST = `${ALL_POINTS.slice(0, -1).map(hostSpelling).join(", ")} or event`;
