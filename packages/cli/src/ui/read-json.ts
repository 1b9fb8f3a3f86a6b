import type { IncomingMessage } from "node:http";

/** In bytes. A request of the page has an id and an answer, or a code. */
const MAX_BODY = 4096;

/** Reads the body of a request. What is not a JSON object, or too long, is an object without fields. */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY) return {};
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
