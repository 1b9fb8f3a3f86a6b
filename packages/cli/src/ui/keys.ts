import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Who may read the page's data: whoever has a key. A link contains a code, which is exchanged for a key once. So the link
 * is worthless afterwards, wherever it remains: in the browser's history, or in the arguments of the program that opened
 * the browser. An agent can read both, and must not answer its own questions.
 *
 * The page keeps its key in memory. A cookie would be sent to every other server on this machine, because cookies do not
 * distinguish ports. A browser writes its session storage to the disk.
 */
export class Keys {
  #code = randomText();
  readonly #keys: Buffer[] = [];

  /** The code of the link that was not used yet. */
  get code(): string {
    return this.#code;
  }

  /** Returns a new key for the code, and makes another code. Returns `undefined` for a wrong or used code. */
  exchange(code: string): string | undefined {
    if (!timingSafeEqual(digestOf(code), digestOf(this.#code))) return undefined;
    this.#code = randomText();
    const key = randomText();
    this.#keys.push(digestOf(key));
    return key;
  }

  /** Whether a request's Authorization header contains a key. */
  accepts(authorization: string | undefined): boolean {
    if (authorization?.startsWith("Bearer ") !== true) return false;
    const digest = digestOf(authorization.slice("Bearer ".length));
    return this.#keys.some((key) => timingSafeEqual(key, digest));
  }
}

/** Digests have one length, which `timingSafeEqual` needs, and hide the length of the secret. */
function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
