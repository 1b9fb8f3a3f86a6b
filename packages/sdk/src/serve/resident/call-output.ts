import type { AsyncLocalStorage } from "node:async_hooks";
import { setCallerPid } from "../../runtime/caller.js";
import { redirectWrites } from "../../runtime/stdout/redirects.js";

/** A shell is slow to split longer lines. In bytes, escaped. */
const LINE_BYTES = 200;
/** In bytes. A host shows little of it. */
const MAX_BYTES = 16_384;
/** The same before a long document: the shell copies the document for each line. */
const MAX_BYTES_BEFORE_LONG = 80;
/** In characters. */
const LONG_DOCUMENT = 20_000;

/** A call that this process answers. */
interface RunningCall {
  readonly callerPid: number;
  readonly printed: Buffer[];
}

let created: AsyncLocalStorage<RunningCall> | undefined;

/** Created late: on Node 20, it makes every promise of the process slower. */
function running(): AsyncLocalStorage<RunningCall> {
  created ??= new (process.getBuiltinModule("async_hooks").AsyncLocalStorage)();
  return created;
}

/**
 * From now on, what is printed to stdout or stderr during a call belongs to this call. Other output is lost: nobody reads
 * what this process prints.
 */
export function takeOutput(): void {
  redirectWrites();
  setCallerPid(() => running().getStore()?.callerPid);
  const stderr = process.stderr as unknown as {
    _write(chunk: string | Uint8Array, encoding: BufferEncoding, done: () => void): void;
    _writev: unknown;
  };
  stderr._write = (chunk, encoding, done) => {
    running()
      .getStore()
      ?.printed.push(typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    done();
  };
  stderr._writev = null;
}

/** Runs a call. Returns its result and what was printed during the call. */
export async function withOutput<T>(callerPid: number, call: () => Promise<T>): Promise<readonly [T, Buffer]> {
  const printed: Buffer[] = [];
  const result = await running().run({ callerPid, printed }, call);
  return [result, Buffer.concat(printed)];
}

/**
 * Formats what was printed for the launcher, as lines that start with a bar, and are escaped for `printf %b`. They precede
 * the document.
 */
export function printedLines(printed: Buffer, document: string): string {
  const max = document.length > LONG_DOCUMENT ? MAX_BYTES_BEFORE_LONG : MAX_BYTES;
  const lines: string[] = [];
  let line = "";
  for (const byte of printed.subarray(0, max)) {
    const character = String.fromCharCode(byte);
    line += /[\w .,:;/()]/.test(character) ? character : `\\0${byte.toString(8).padStart(3, "0")}`;
    if (line.length <= LINE_BYTES - 6) continue;
    lines.push(line);
    line = "";
  }
  if (line !== "") lines.push(line);
  return lines.map((text) => `|${text}\n`).join("");
}
