import type { Address } from "./public-address.js";

/** The largest answer, in bytes. */
const MAX_ANSWER_BYTES = 65_536;

/** A request with the address that was checked. */
export interface Post {
  readonly url: URL;
  readonly address: Address;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Posts JSON and returns the text of the answer. Rejects for any status other than 200, also for a redirect. */
export async function post({ url, address, headers, body, signal }: Post): Promise<string> {
  // Loaded with the first request, because most processes make none.
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        signal,
        agent: false,
        // The name is not looked up again: its address could have changed since the check.
        lookup: (_name, { all }, done) => {
          if (all === true) done(null, [address]);
          else done(null, address.address, address.family);
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on("error", reject).on("data", (part: Buffer) => {
          size += part.length;
          parts.push(part);
          if (size > MAX_ANSWER_BYTES)
            response.destroy(new Error(`expected an answer of at most ${MAX_ANSWER_BYTES} bytes`));
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(Buffer.concat(parts).toString("utf8"));
          else reject(new Error(`expected status 200, got ${response.statusCode}`));
        });
      },
    );
    sent.on("error", reject).end(body);
  });
}
