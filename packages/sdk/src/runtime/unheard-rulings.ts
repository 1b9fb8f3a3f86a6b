import type { ToolCall } from "../hook/calls.js";
import { Failure } from "./failure.js";
import { after, type Maybe } from "./maybe.js";
import { changesNothing, snapshot } from "./overlay.js";
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
  readonly #rulings = new Map<string, Maybe<string | undefined>>();
  /** How many calls a member left so. */
  readonly #left = new Map<string, number>();

  /** Remembers a ruling, or one that is still to come. */
  note(member: Member, call: ToolCall, before: string, ruling: Maybe<Ruling<"beforeTool">>): void {
    const key = keyOf(member, call, before);
    const against = after(ruling, (ruled) => reasonAgainst(member, call, before, ruled));
    this.#rulings.delete(key);
    if (against === undefined) return;
    this.#rulings.set(key, against);
    if (this.#rulings.size > MOST) this.#rulings.delete(this.#rulings.keys().next().value as string);
  }

  /** Remembers a call as a member left it. */
  leave(member: Member, call: ToolCall, text: string): void {
    const key = keyOf(member, call, text);
    const count = this.#left.get(key) ?? 0;
    this.#left.delete(key);
    this.#left.set(key, count + 1);
    if (this.#left.size > MOST) this.#left.delete(this.#left.keys().next().value as string);
  }

  /** Whether a call is as a member left one, for which nobody has asked since. */
  takeLeft(member: Member, call: ToolCall): boolean {
    const key = this.#left.size === 0 ? "" : keyOf(member, call, snapshot(call));
    const count = this.#left.get(key) ?? 0;
    if (count > 1) this.#left.set(key, count - 1);
    else this.#left.delete(key);
    return count > 0;
  }

  /** Why a call that is up for approval is refused, if its ruling was never heard. */
  against(member: Member, call: ToolCall): Maybe<string | undefined> {
    return this.#rulings.size === 0 ? undefined : this.#rulings.get(keyOf(member, call, snapshot(call)));
  }
}

function keyOf(member: Member, { origin }: ToolCall, before: string): string {
  return JSON.stringify([member.hook.name, origin.sessionKey, origin.turnId, origin.iteration, before]);
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
