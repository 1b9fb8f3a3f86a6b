import type { Log } from "../hook/context.js";

/** More kinds of messages than a well-behaved peer causes. */
const MOST_KINDS = 100;

/**
 * Limits warnings that a peer can cause as often as it likes. Logs the first message of a kind, then the tenth, the
 * hundredth and so on, with the count. Messages that differ only in numbers or quoted names are of the same kind.
 */
export function warnOfRepeats(log: Pick<Log, "warn">): (message: string) => void {
  const counts = new Map<string, number>();
  return (message) => {
    const kind = message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "?");
    if (counts.size === MOST_KINDS && !counts.has(kind)) return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count === 1) log.warn(message);
    else if (Number.isInteger(Math.log10(count))) log.warn(`${message} (${count} times so far)`);
  };
}
