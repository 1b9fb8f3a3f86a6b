import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import { type Awaitable, after, isPromise, whenSettled } from "./awaitable.js";
import type { HandlerResult } from "./call-handler.js";
import type { Clock } from "./clock.js";
import { withReason } from "./denial.js";
import { Failure } from "./failure.js";
import { changesNothing } from "./overlay.js";
import type { Member } from "./prepared-hook.js";

/** The host may never ask about a call again. Beyond this number, the oldest entries are dropped. */
const MOST = 256;
/** A denial is kept at least this long: hosts ask for approval within their own limit, by default a minute. */
const KEPT_MS = 10 * 60_000;
/** Longer keys are hashed: the arguments of a call may have megabytes. */
const LONGEST_KEY = 256;

/**
 * Remembers what `beforeTool` of a `block` hook decided, for hosts that ask for approval in another message. A host
 * that received a denial does not ask, and one that applied a change asks with other arguments. If it asks about the
 * same call, the decision came too late. A call that is unchanged since the decision needs no second one.
 */
export class UndeliveredDecisions {
  readonly #decisions: MemberMap<Awaitable<string | undefined>>;
  readonly #left: MemberMap<true>;

  constructor(clock: Clock) {
    this.#decisions = new MemberMap(clock, KEPT_MS);
    // If an entry is lost, the member only decides again.
    this.#left = new MemberMap(clock, 0);
  }

  /** A member is about to decide on a call. Its decision on an equal earlier call no longer counts. */
  ask(member: Member, key: string): void {
    this.#left.take(member, key);
  }

  /** Remembers a decision, which may be pending. `key` and `before` describe the call before the handler saw it. */
  remember(
    member: Member,
    key: string,
    call: ToolCall,
    before: string,
    result: Awaitable<HandlerResult<"beforeTool">>,
  ): void {
    const against = after(result, (settled) => reasonAgainst(member, call, before, settled));
    this.#decisions.take(member, key);
    if (against === undefined) return;
    this.#decisions.put(member, key, against);
    if (!isPromise(against)) return;
    void whenSettled(against, (reason) => {
      if (reason === undefined && this.#decisions.get(member, key) === against) this.#decisions.take(member, key);
    });
  }

  /** Remembers the call that a member let pass. */
  markApproved(member: Member, key: string): void {
    this.#left.put(member, key, true);
  }

  /** Whether a member let exactly this call pass and has not decided since. */
  consumeApproved(member: Member, call: ToolCall): boolean {
    return this.#left.size > 0 && this.#left.take(member, keyOf(call)) === true;
  }

  /** The reason to reject a call at approval, if the earlier decision was not delivered. */
  reasonToReject(member: Member, call: ToolCall): Awaitable<string | undefined> {
    return this.#decisions.size === 0 ? undefined : this.#decisions.get(member, keyOf(call));
  }
}

/** Keyed by the member itself: two members may share a name. */
class MemberMap<T> {
  readonly #ids = new Map<Member, number>();
  readonly #values = new Map<string, { readonly value: T; readonly at: number }>();

  constructor(
    private readonly clock: Clock,
    /** How long an entry is kept even if there are too many. */
    private readonly keptMs: number,
  ) {}

  get size(): number {
    return this.#values.size;
  }

  get(member: Member, key: string): T | undefined {
    return this.#values.get(this.#whole(member, key))?.value;
  }

  put(member: Member, key: string, value: T): void {
    const now = this.clock.now();
    this.#values.set(this.#whole(member, key), { value, at: now });
    for (const [oldest, { at }] of this.#values) {
      if (this.#values.size <= MOST || now - at < this.keptMs) return;
      this.#values.delete(oldest);
    }
  }

  take(member: Member, key: string): T | undefined {
    const whole = this.#whole(member, key);
    const kept = this.#values.get(whole);
    this.#values.delete(whole);
    return kept?.value;
  }

  #whole(member: Member, key: string): string {
    const id = this.#ids.get(member) ?? this.#ids.size;
    this.#ids.set(member, id);
    return `${id} ${key.length <= LONGEST_KEY ? key : hashOf(key)}`;
  }
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

/** Explains why a decision does not let the call run unchanged. Returns `undefined` if it does. */
export function reasonAgainst(
  member: Member,
  call: ToolCall,
  before: string,
  result: HandlerResult<"beforeTool">,
): string | undefined {
  const { name } = member.hook;
  if (result === undefined) return undefined;
  if (Failure.is(result)) return result.words;
  switch (result.action) {
    case "modify":
      return changesNothing(before, call, result.patch) ? undefined : `hook "${name}" would change this call`;
    case "respond":
      return `hook "${name}" answers this call itself`;
    default:
      return withReason(result, name).reason;
  }
}
