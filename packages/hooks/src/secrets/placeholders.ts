const PLACEHOLDER = /\[secret:[\w-]{1,60}:[0-9a-f]{8}\]/g;
/** How many secrets are kept. The oldest one is dropped first. */
const MAX_KEPT = 10_000;

/** Gives each secret a placeholder, and turns placeholders back. It keeps secrets only in memory. */
export class Placeholders {
  /** Loaded only for placeholders: a startup snapshot would load it in every process. */
  readonly #crypto = process.getBuiltinModule("crypto");
  /** Without it, somebody with the placeholder could test guesses of a short secret. */
  readonly #key = this.#crypto.randomBytes(32);
  readonly #secrets = new Map<string, string>();

  /** Returns the placeholder of a secret. It is the same each time. */
  for(secret: string, rule: string): string {
    const id = this.#crypto.createHmac("sha256", this.#key).update(secret).digest("hex").slice(0, 8);
    const placeholder = `[secret:${rule}:${id}]`;
    this.#secrets.delete(placeholder);
    this.#secrets.set(placeholder, secret);
    if (this.#secrets.size > MAX_KEPT) this.#secrets.delete(this.#secrets.keys().next().value ?? "");
    return placeholder;
  }

  /** Turns the placeholders of a text back, and adds those that are not known to a list. */
  restore(text: string, unknown: string[]): string {
    return text.replace(PLACEHOLDER, (placeholder) => {
      const secret = this.#secrets.get(placeholder);
      if (secret === undefined) unknown.push(placeholder);
      return secret ?? placeholder;
    });
  }
}
