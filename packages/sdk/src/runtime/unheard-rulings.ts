import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import { Failure } from "./failure.js";
import { after, type Maybe } from "./maybe.js";
import { changesNothing } from "./overlay.js";
import type { Member } from "./prepared-hook.js";
import { withReason } from "./refusal.js";
import type { Ruling } from "./ruling.js";

/** Nobody may ever ask about a call again: the oldest go. */
const MOST = 256;

/**
 * What `beforeTool` of a `block` hook ruled on calls, for a host that asks for their approval in another message. One that
 * heard a refusal asks for none, and one that took a change asks with other arguments: if it asks about the very same
 * call, the ruling came too late for it. A call that is as the hook left it needs no second ruling.
 */
export class UnheardRulings {
  readonly #rulings = new MemberMap<Maybe<string | undefined>>();
  readonly #left = new MemberMap<true>();

  /** A member is asked about a call: what it said of an equal one counts no more. */
  ask(member: Member, key: string): void {
    this.#left.take(member, key);
  }

  /** Remembers a ruling, or one that is still to come. `key` and `before` are from before the handler had the call. */
  note(member: Member, key: string, call: ToolCall, before: string, ruling: Maybe<Ruling<"beforeTool">>): void {
    const against = after(ruling, (ruled) => reasonAgainst(member, call, before, ruled));
    this.#rulings.take(member, key);
    if (against !== undefined) this.#rulings.put(member, key, against);
  }

  /** Remembers a call as a member left it that the host was told to go on with. */
  leave(member: Member, key: string): void {
    this.#left.put(member, key, true);
  }

  /** Whether a call is as a member left the last such, and nobody has asked since. */
  takeLeft(member: Member, call: ToolCall): boolean {
    return this.#left.size > 0 && this.#left.take(member, keyOf(call)) === true;
  }

  /** Why a call that is up for approval is refused, if its ruling was never heard. */
  against(member: Member, call: ToolCall): Maybe<string | undefined> {
    return this.#rulings.size === 0 ? undefined : this.#rulings.get(member, keyOf(call));
  }
}

/** By the member itself: two of a composition may have one name. */
class MemberMap<T> {
  readonly #ids = new Map<Member, number>();
  readonly #values = new Map<string, T>();

  get size(): number {
    return this.#values.size;
  }

  get(member: Member, key: string): T | undefined {
    return this.#values.get(this.#whole(member, key));
  }

  put(member: Member, key: string, value: T): void {
    this.#values.set(this.#whole(member, key), value);
    if (this.#values.size > MOST) this.#values.delete(this.#values.keys().next().value as string);
  }

  take(member: Member, key: string): T | undefined {
    const whole = this.#whole(member, key);
    const value = this.#values.get(whole);
    this.#values.delete(whole);
    return value;
  }

  #whole(member: Member, key: string): string {
    const id = this.#ids.get(member) ?? this.#ids.size;
    this.#ids.set(member, id);
    return `${id} ${key}`;
  }
}

/** The host may give the arguments back in another order of their keys. */
export function keyOf({ tool, arguments: args, origin }: ToolCall): string {
  return stringify([origin.sessionKey, origin.turnId, origin.iteration, tool, sorted(args)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]);
}

/** Why a ruling does not let the call run as it is; nothing: it does. */
export function reasonAgainst(
  member: Member,
  call: ToolCall,
  before: string,
  ruling: Ruling<"beforeTool">,
): string | undefined {
  const { name } = member.hook;
  if (ruling === undefined) return undefined;
  if (ruling instanceof Failure) return ruling.words;
  switch (ruling.action) {
    case "modify":
      return changesNothing(before, call, ruling.patch) ? undefined : `hook "${name}" would change this call`;
    case "respond":
      return `hook "${name}" answers this call itself`;
    default:
      return withReason(ruling, name).reason;
  }
}
