import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import type { Clock } from "./clock.js";

/** The host may never ask about a call again. Beyond this number, the oldest entries are dropped. */
const MOST = 256;
/** Longer keys are hashed: the arguments of a call may have megabytes. */
const LONGEST_KEY = 256;

/** Remembers a value for tool calls. Calls of one turn with equal JSON are the same call. */
export class CallMemory<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly at: number }>();

  constructor(
    private readonly clock: Clock,
    /** How long an entry is kept even if there are too many. */
    private readonly keptMs: number,
  ) {}

  get(call: ToolCall): T | undefined {
    return this.#entries.size === 0 ? undefined : this.#entries.get(shortKeyOf(call))?.value;
  }

  set(call: ToolCall, value: T): void {
    const now = this.clock.now();
    const key = shortKeyOf(call);
    this.#entries.delete(key);
    this.#entries.set(key, { value, at: now });
    for (const [oldest, { at }] of this.#entries) {
      if (this.#entries.size <= MOST || now - at < this.keptMs) return;
      this.#entries.delete(oldest);
    }
  }

  /** Returns whether there was a value. */
  delete(call: ToolCall): boolean {
    return this.#entries.size > 0 && this.#entries.delete(shortKeyOf(call));
  }
}

/** A guard needs the key of a call when it decides and when the call goes on. */
const keys = new WeakMap<ToolCall, string>();

function shortKeyOf(call: ToolCall): string {
  const known = keys.get(call);
  if (known !== undefined) return known;
  const whole = keyOf(call);
  const key = whole.length <= LONGEST_KEY ? whole : hashOf(whole);
  keys.set(call, key);
  return key;
}

function hashOf(text: string): string {
  // Not imported: most calls are short, and one-shot processes remember nothing.
  return process.getBuiltinModule("crypto").createHash("sha256").update(text).digest("base64");
}

/** A unique text for each call. Hosts may send arguments again with their keys in another order. */
export function keyOf({ tool, arguments: args, origin }: ToolCall): string {
  return stringify([origin.sessionKey, origin.turnId, origin.iteration, tool, sorted(args)]);
}

/** Turns an object into its sorted fields, wrapped in an object so that no array has the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([key, inner]) => [key, sorted(inner)]) };
}
