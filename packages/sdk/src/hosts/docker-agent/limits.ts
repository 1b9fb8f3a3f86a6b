import type { Session } from "../../runtime/session.js";
import { isBefore } from "../../text/index.js";

/** What is known about the host and how it calls the hook. */
export type Asker = Pick<Session, "version" | "variant">;

/** From this version on, changed arguments are merged into the old ones (from the source code). */
const PATCHES_ARGUMENTS = "v1.137.0";
/**
 * From this version on, the host is assumed to shorten a large result itself, which loses a hook's change. v1.58.0 does
 * not, and v1.123.0 does (observed).
 */
const SHORTENS_RESULTS = "v1.59.0";
/** Only results of tools in these categories are shortened (observed, and from the source code). */
const SHORTENED: readonly unknown[] = ["shell", "filesystem", "mcp", "a2a"];
const LARGE_BYTES = 50 * 1024;
const LARGE_LINES = 2000;

/** Returns why changed arguments would not reach the tool unchanged, or `undefined`. */
export function whyArgumentsAreLost(
  policy: unknown,
  before: object,
  args: object,
  { version, variant }: Asker,
): string | undefined {
  // With another safety mode, or with --yolo, the default variant may not be called at all.
  if (variant === "preempt" && policy !== undefined && policy !== "strict") {
    return `docker-agent ignores changed arguments in the preempt_yolo variant, and under "${policy}" may call no other`;
  }
  const left = Object.keys(before).find((key) => !Object.hasOwn(args, key));
  if (left !== undefined && version !== undefined && !isBefore(version, PATCHES_ARGUMENTS)) {
    return `docker-agent ${version} merges changed arguments into the old ones: ${left} cannot be removed`;
  }
  return undefined;
}

/** Returns why a changed result would not reach the model, or `undefined`. */
export function whyResultStays(category: unknown, text: string, { version }: Asker): string | undefined {
  const shortens =
    (category === undefined || SHORTENED.includes(category)) &&
    (version === undefined || !isBefore(version, SHORTENS_RESULTS));
  if (!shortens || !isLarge(text)) return undefined;
  return (
    `docker-agent shortens results of more than ${LARGE_LINES} lines or ${LARGE_BYTES / 1024} KiB itself and drops a ` +
    "hook's change; v1.58.0 does not (--host docker-agent@v1.58.0)"
  );
}

function isLarge(text: string): boolean {
  return Buffer.byteLength(text) > LARGE_BYTES || text.split("\n").length > LARGE_LINES;
}

/** Why the user cannot be asked about a changed call. */
export const ASKS_UNCHANGED =
  "docker-agent asks about the unchanged arguments in the preempt_yolo variant, and calls no other variant after that";
