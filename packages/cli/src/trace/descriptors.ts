import { closeSync, createWriteStream, openSync } from "node:fs";
import { Socket } from "node:net";
import { devNull } from "node:os";
import type { Readable, Writable } from "node:stream";

/** Returns a stream that reads a pipe. */
export function readFrom(descriptor: number): Readable {
  return new Socket({ fd: descriptor, readable: true, writable: false });
}

/** Returns a stream that writes to a descriptor and never blocks this process. */
export function writeTo(descriptor: number): Writable {
  try {
    return new Socket({ fd: descriptor, readable: false, writable: true });
  } catch {
    // A file or a terminal.
    return descriptor === process.stdout.fd ? process.stdout : createWriteStream("", { fd: descriptor });
  }
}

/** Closes stdin or stdout. libuv leaves them open, and the process at the other end would wait forever. */
export function closeStdio(descriptor: 0 | 1): void {
  closeSync(descriptor);
  // Reserves the number: libuv aborts if one of its own descriptors is below 3.
  openSync(devNull, "r+");
}
