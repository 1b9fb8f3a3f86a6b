const PLACEHOLDER = /\[secret:[\w-]{1,60}:[0-9a-f]{8}\]/g;
/** How many secrets are kept. The oldest one is dropped first. */
const MAX_KEPT = 10_000;

/** Gives each secret a placeholder, and replaces placeholders by their secrets. Keeps the secrets only in memory. */
export class Placeholders {
  /** Not imported at the top of the file: a startup snapshot would then load `crypto` in every process that starts. */
  readonly #crypto = process.getBuiltinModule("crypto");
  /** A placeholder contains a hash of the secret. Without this key, somebody could guess a short secret and compare. */
  readonly #key = this.#crypto.randomBytes(32);
  readonly #secrets = new Map<string, string>();

  /** Returns the placeholder of a secret. The same secret always gets the same placeholder. */
  for(secret: string, rule: string): string {
    const id = this.#crypto.createHmac("sha256", this.#key).update(secret).digest("hex").slice(0, 8);
    const placeholder = `[secret:${rule}:${id}]`;
    this.#secrets.delete(placeholder);
    this.#secrets.set(placeholder, secret);
    if (this.#secrets.size > MAX_KEPT) this.#secrets.delete(this.#secrets.keys().next().value ?? "");
    return placeholder;
  }

  /** Replaces the placeholders in a text by their secrets. Adds placeholders without a known secret to `unknown`. */
  restore(text: string, unknown: string[]): string {
    return text.replace(PLACEHOLDER, (placeholder) => {
      const secret = this.#secrets.get(placeholder);
      if (secret === undefined) unknown.push(placeholder);
      return secret ?? placeholder;
    });
  }
}
