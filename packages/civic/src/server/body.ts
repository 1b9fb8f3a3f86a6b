import type { IncomingMessage } from "node:http";

/** Stock servers have no limit. A result with several images fits into this one. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/**
 * A client reads the reason for a rejection only after it has sent everything. A client that sends more than this is
 * disconnected.
 */
const MAX_READ_BYTES = 4 * MAX_BODY_BYTES;

/** Returns the body of a request as text, or `undefined` if it is too large. Rejects if the client disconnects. */
export async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks = await read(request, MAX_BODY_BYTES);
  return chunks && Buffer.concat(chunks).toString();
}

/** Reads and discards a body. Rejects if the client disconnects. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  await read(request, 0);
}

async function read(request: IncomingMessage, maxBytes: number): Promise<readonly Buffer[] | undefined> {
  let chunks: Buffer[] | undefined = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_READ_BYTES) throw new Error(`Expected a body of at most ${MAX_BODY_BYTES} bytes`);
    if (size > maxBytes) chunks = undefined;
    chunks?.push(chunk);
  }
  return chunks;
}
