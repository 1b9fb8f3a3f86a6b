import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import { type Awaitable, after, isPromise, whenSettled } from "./awaitable.js";
import type { HandlerResult } from "./call-handler.js";
import type { Clock } from "./clock.js";
import { withReason } from "./denial.js";
import { Failure } from "./failure.js";
import { changesNothing } from "./overlay.js";
import type { Member } from "./prepared-hook.js";

/** Nobody may ever ask about a call again: beyond this many the oldest go. */
const MOST = 256;
/** But not a refusal that the host may still ask about: it asks for approval within its own limits, a minute by default. */
const KEPT_MS = 10 * 60_000;
/** Longer keys are hashed: the arguments of a call may have megabytes. */
const LONGEST_KEY = 256;

/**
 * What `beforeTool` of a `block` hook ruled on calls, for a host that asks for their approval in another message. One that
 * heard a refusal asks for none, and one that took a change asks with other arguments: if it asks about the very same
 * call, the ruling came too late for it. A call that is as the hook left it needs no second ruling.
 */
export class UndeliveredDecisions {
  readonly #rulings: MemberMap<Awaitable<string | undefined>>;
  readonly #left: MemberMap<true>;

  constructor(clock: Clock) {
    this.#rulings = new MemberMap(clock, KEPT_MS);
    // Without it, the hook is only asked again.
    this.#left = new MemberMap(clock, 0);
  }

  /** A member is asked about a call: what it said of an equal one counts no more. */
  ask(member: Member, key: string): void {
    this.#left.take(member, key);
  }

  /** Remembers a ruling, or one that is still to come. `key` and `before` are from before the handler had the call. */
  remember(
    member: Member,
    key: string,
    call: ToolCall,
    before: string,
    ruling: Awaitable<HandlerResult<"beforeTool">>,
  ): void {
    const against = after(ruling, (ruled) => reasonAgainst(member, call, before, ruled));
    this.#rulings.take(member, key);
    if (against === undefined) return;
    this.#rulings.put(member, key, against);
    if (!isPromise(against)) return;
    void whenSettled(against, (reason) => {
      if (reason === undefined && this.#rulings.get(member, key) === against) this.#rulings.take(member, key);
    });
  }

  /** Remembers a call as a member left it that the host was told to go on with. */
  markApproved(member: Member, key: string): void {
    this.#left.put(member, key, true);
  }

  /** Whether a call is as a member left the last such, and nobody has asked since. */
  consumeApproved(member: Member, call: ToolCall): boolean {
    return this.#left.size > 0 && this.#left.take(member, keyOf(call)) === true;
  }

  /** Why a call that is up for approval is refused, if its ruling was never heard. */
  reasonToReject(member: Member, call: ToolCall): Awaitable<string | undefined> {
    return this.#rulings.size === 0 ? undefined : this.#rulings.get(member, keyOf(call));
  }
}

/** By the member itself: two of a composition may have one name. */
class MemberMap<T> {
  readonly #ids = new Map<Member, number>();
  readonly #values = new Map<string, { readonly value: T; readonly at: number }>();

  constructor(
    private readonly clock: Clock,
    /** How long a value stays, however many there are. */
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
  // Not imported: most calls are short, and a process that answers one call remembers none.
  return process.getBuiltinModule("crypto").createHash("sha256").update(text).digest("base64");
}

/** One text for each call: the host may give the arguments back in another order of their keys, and in no other way. */
export function keyOf({ tool, arguments: args, origin }: ToolCall): string {
  return stringify([origin.sessionKey, origin.turnId, origin.iteration, tool, sorted(args)]);
}

/** An object becomes its sorted fields, inside an object, so that no list has the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([key, inner]) => [key, sorted(inner)]) };
}

/** Why a ruling does not let the call run as it is; nothing: it does. */
export function reasonAgainst(
  member: Member,
  call: ToolCall,
  before: string,
  ruling: HandlerResult<"beforeTool">,
): string | undefined {
  const { name } = member.hook;
  if (ruling === undefined) return undefined;
  if (Failure.is(ruling)) return ruling.words;
  switch (ruling.action) {
    case "modify":
      return changesNothing(before, call, ruling.patch) ? undefined : `hook "${name}" would change this call`;
    case "respond":
      return `hook "${name}" answers this call itself`;
    default:
      return withReason(ruling, name).reason;
  }
}
