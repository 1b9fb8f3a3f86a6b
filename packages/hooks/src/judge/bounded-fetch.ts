/** The largest response, in bytes. Models that think aloud need some of it. */
const MAX_BYTES = 1_048_576;

/** `fetch`, but it rejects redirects, which could lead anywhere, and responses of more than 1 MiB. */
export async function boundedFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "error" });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error(`expected a response of at most ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
}
