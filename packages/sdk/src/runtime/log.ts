import { inspect } from "node:util";
import type { Log } from "../hook/context.js";
import type { Failure } from "./failure.js";

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/** Writes text to stderr. */
export type WriteText = (text: string) => void;

/** Creates the log of one hook on stderr. By default it logs only problems: the host logs every line as a warning. */
export function createLog(hook: string, level: string | undefined, write: WriteText): Log {
  const lowest = LEVELS.includes(level as Level) ? LEVELS.indexOf(level as Level) : LEVELS.indexOf("warn");
  const line = (level: Level) => (message: string, data?: unknown) => {
    if (LEVELS.indexOf(level) < lowest) return;
    write(`[${hook}] ${level}: ${message}${data === undefined ? "" : ` ${describeValue(data)}`}\n`);
  };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

/** Logs all details of a failure, with the id that the host received. */
export function logFailure(log: Log, failure: Failure, consequence: string): void {
  const cause = failure.cause === undefined ? "" : `\n${describeValue(failure.cause)}`;
  // A call that the host cancels is not an error of the hook.
  const write = failure.kind === "cancelled" ? log.info : log.error;
  write(`${failure.where} failed (id ${failure.id}): ${failure.message}; ${consequence}${cause}`);
}

function describeValue(data: unknown): string {
  try {
    return data instanceof Error
      ? (data.stack ?? String(data)) + describeCause(data)
      : inspect(data, { depth: 6, breakLength: Number.POSITIVE_INFINITY });
  } catch {
    return "(a value that cannot be shown)";
  }
}

function describeCause(error: Error): string {
  return error.cause === undefined ? "" : `\ncaused by ${describeValue(error.cause)}`;
}

/** More kinds of messages than a well-behaved peer causes. */
const MAX_KINDS = 100;

/**
 * Limits warnings that a peer can cause as often as it likes. Logs the first message of a kind, then the tenth, the
 * hundredth and so on, with the count. Messages that differ only in numbers or quoted names are of the same kind.
 */
export function createRepeatLimiter(log: Pick<Log, "warn">): (message: string) => void {
  const counts = new Map<string, number>();
  return (message) => {
    const kind = message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "?");
    if (counts.size === MAX_KINDS && !counts.has(kind)) return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count === 1) log.warn(message);
    else if (Number.isInteger(Math.log10(count))) log.warn(`${message} (${count} times so far)`);
  };
}
