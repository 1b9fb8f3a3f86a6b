import type { IncomingMessage } from "node:http";

/** Stock servers have no limit. A result with some pictures fits. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The body of a request as text; nothing if it is larger than what fits. Rejects if the client breaks off. */
export async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
