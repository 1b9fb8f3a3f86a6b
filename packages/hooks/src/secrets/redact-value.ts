import { isMark, isSecretProperty, MARKER, type RedactOptions, redactText } from "@agent-hook/sdk/internal/redaction";

/** A list of more items than this is not the arguments of a command. */
const MAX_ARGUMENTS = 500;

/** Redacts the texts of a value at any depth, and remembers the rules of what was found. */
export class ValueRedactor {
  readonly rules: string[] = [];

  constructor(private readonly options: RedactOptions) {}

  /** Returns the same value if it contains no secret. Keys stay as they are. */
  redact<T>(value: T): T {
    if (typeof value === "string") return this.#text(value) as T;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return this.#list(value) as T;
    let changed = false;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      const safe = this.#property(key, item);
      changed ||= safe !== item;
      return [key, safe];
    });
    return changed ? (Object.fromEntries(entries) as T) : value;
  }

  #text(text: string): string {
    const { text: safe, findings } = redactText(text, this.options);
    this.rules.push(...findings.map(({ rule }) => rule));
    return safe;
  }

  #property(key: string, value: unknown): unknown {
    if (typeof value !== "string" || isMark(value)) return this.redact(value);
    const safe = this.#text(value);
    if (safe !== value || !isSecretProperty(key, value) || this.options.keep?.(value) === true) return safe;
    this.rules.push("property");
    return this.options.replace?.(value, "property") ?? MARKER;
  }

  /** An argument may be a secret because of the one before it, as in `["curl", "-u", "me:secret"]`. */
  #list(items: readonly unknown[]): readonly unknown[] {
    const safe = items.map((item) => this.redact(item));
    if (items.length < 2 || items.length > MAX_ARGUMENTS || !safe.every((item) => typeof item === "string")) {
      return safe.some((item, index) => item !== items[index]) ? safe : items;
    }
    const { findings } = redactText(safe.join(" "), this.options);
    let start = 0;
    const result = safe.map((item) => {
      const [from, to] = [start, start + item.length];
      start = to + 1;
      const inside = findings.filter((finding) => finding.start >= from && finding.end <= to);
      return inside.reduceRight((text, finding) => {
        const [first, last] = [finding.start - from, finding.end - from];
        this.rules.push(finding.rule);
        const mark = this.options.replace?.(text.slice(first, last), finding.rule) ?? MARKER;
        return text.slice(0, first) + mark + text.slice(last);
      }, item);
    });
    return result.some((item, index) => item !== items[index]) ? result : items;
  }
}
