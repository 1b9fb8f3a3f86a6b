import { closeSync, createWriteStream, openSync } from "node:fs";
import { type OnReadOpts, Socket, type SocketConstructorOpts } from "node:net";
import { devNull } from "node:os";
import type { Readable, Writable } from "node:stream";

const CHUNK_BYTES = 65_536;

/**
 * Reads a descriptor, or a stream, for as long as the reader returns true; `resume` goes on. A pipe or a socket is read
 * into one buffer, which is a sixth less work than a stream's `data`: what the reader keeps, it has to copy.
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
    // A file or a terminal, which only stdin can be.
    return listen(process.stdin, reader);
  }
}

/** Writes to a descriptor. */
export function writeTo(descriptor: number): Writable {
  try {
    return new Socket({ fd: descriptor, readable: false, writable: true });
  } catch {
    // A file, or a terminal.
    return descriptor === process.stdout.fd ? process.stdout : createWriteStream("", { fd: descriptor });
  }
}

/** libuv leaves stdin and stdout open; who is at the other end would wait for ever. */
export function letGo(descriptor: 0 | 1): void {
  closeSync(descriptor);
  // Takes the number: libuv aborts when something of its own has one below 3.
  openSync(devNull, "r+");
}

function listen(stream: Readable, reader: (chunk: Buffer) => boolean): Readable {
  return stream.on("data", (chunk: Buffer) => {
    if (!reader(chunk)) stream.pause();
  });
}
