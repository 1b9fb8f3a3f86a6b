import type { AsyncLocalStorage } from "node:async_hooks";
import { setCallerPid } from "../../runtime/caller.js";
import { redirectWrites } from "../../runtime/stdout/redirects.js";

/** A host shows little of what a hook prints. */
const MAX_BYTES = 16_384;

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

/** Runs a call. Returns its result and the start of what was printed during the call. */
export async function withOutput<T>(callerPid: number, call: () => Promise<T>): Promise<readonly [T, Buffer]> {
  const printed: Buffer[] = [];
  const result = await running().run({ callerPid, printed }, call);
  return [result, Buffer.concat(printed).subarray(0, MAX_BYTES)];
}
