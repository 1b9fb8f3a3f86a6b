import { closeSync, createWriteStream, openSync } from "node:fs";
import { type OnReadOpts, Socket, type SocketConstructorOpts } from "node:net";
import { devNull } from "node:os";
import type { Readable, Writable } from "node:stream";

const CHUNK_BYTES = 65_536;

/**
 * Reads a descriptor or a stream until `reader` returns `false`. Call `resume` on the returned stream to continue. A
 * pipe or a socket is read into one buffer, which is a sixth less work than a stream's `data` events: the reader must
 * copy what it keeps.
 */
export function readFrom(source: Readable | number, reader: (chunk: Buffer) => boolean): Readable {
  if (typeof source !== "number") return listen(source, reader);
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const options: SocketConstructorOpts & { onread: OnReadOpts } = {
    fd: source,
    readable: true,
    writable: false,
    onread: { buffer, callback: (length) => reader(buffer.subarray(0, length)) },
  };
  try {
    return new Socket(options);
  } catch {
    // A file or a terminal, so it is stdin.
    return listen(process.stdin, reader);
  }
}

/** Returns a stream that writes to a descriptor. */
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

function listen(stream: Readable, reader: (chunk: Buffer) => boolean): Readable {
  return stream.on("data", (chunk: Buffer) => {
    if (!reader(chunk)) stream.pause();
  });
}
