import type { Log } from "../hook/context.js";

/** More kinds of messages than any peer has good reason for. */
const MOST_KINDS = 100;

/**
 * Warns of what a peer does, which it can do at will: the first of a kind is written, then the tenth, the hundredth and so
 * on, with the count. Messages that differ in a number or a quoted name are of one kind.
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
