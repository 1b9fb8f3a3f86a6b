import type { ToolCall } from "../hook/calls.js";
import { stringify } from "../text/index.js";
import type { Clock } from "./clock.js";

/** Beyond this number, the oldest entries are dropped: a host does not ask about every call again. */
const MAX_ENTRIES = 256;
/** Longer keys are hashed: the arguments of a call may be megabytes long. */
const MAX_KEY_LENGTH = 256;

/** Remembers a value for tool calls, by their keys. */
export class CallMemory<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly at: number }>();

  constructor(
    private readonly clock: Clock,
    /** How long an entry is kept even if there are too many, in milliseconds. */
    private readonly minKeptMs: number,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: T): void {
    const now = this.clock.now();
    this.#entries.delete(key);
    this.#entries.set(key, { value, at: now });
    for (const [oldest, { at }] of this.#entries) {
      if (this.#entries.size <= MAX_ENTRIES || now - at < this.minKeptMs) return;
      this.#entries.delete(oldest);
    }
  }

  /** Returns whether there was a value. */
  delete(key: string): boolean {
    return this.#entries.delete(key);
  }
}

/**
 * Returns a text that is the same only for equal calls of one turn. The order of keys does not matter, because a host
 * may change it when it sends the arguments again.
 */
export function keyOf({ tool, arguments: args, sessionId, origin }: ToolCall): string {
  const text = stringify([sessionId, origin.turnId, origin.iteration, tool, sorted(args)]);
  if (text.length <= MAX_KEY_LENGTH) return text;
  // Not imported: most calls are short, and one-shot processes need no keys.
  return process.getBuiltinModule("crypto").createHash("sha256").update(text).digest("base64");
}

/** Turns an object into its sorted fields, wrapped in an object so that no array has the same text. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([key, inner]) => [key, sorted(inner)]) };
}
