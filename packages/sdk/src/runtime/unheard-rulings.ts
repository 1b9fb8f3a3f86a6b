import type { ToolCall } from "../hook/calls.js";
import { Failure } from "./failure.js";
import { after, type Maybe } from "./maybe.js";
import { changesNothing, snapshot } from "./overlay.js";
import type { Member } from "./prepared-hook.js";
import { withReason } from "./refusal.js";
import type { Ruling } from "./ruling.js";

/** Most refusals are heard, and nobody asks about them again: the oldest go. */
const MOST = 256;

/**
 * What `beforeTool` of a `block` hook ruled against calls. A host that heard a refusal asks for no approval, and one
 * that took a change asks with other arguments; if it asks about the very same call, the ruling came too late for it.
 */
export class UnheardRulings {
  readonly #rulings = new Map<string, Maybe<string | undefined>>();

  /** Remembers a ruling, or one that is still to come. */
  note(member: Member, call: ToolCall, before: string, ruling: Maybe<Ruling<"beforeTool">>): void {
    const key = keyOf(member, call, before);
    const against = after(ruling, (ruled) => reasonAgainst(member, call, before, ruled));
    this.#rulings.delete(key);
    if (against === undefined) return;
    this.#rulings.set(key, against);
    if (this.#rulings.size > MOST) this.#rulings.delete(this.#rulings.keys().next().value as string);
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
