import type { ToolCall } from "../hook/calls.js";
import { compose, membersOf } from "../hook/compose.js";
import type { Host, Log } from "../hook/context.js";
import type { Ask, Deny } from "../hook/decisions.js";
import type { Deadlines, Hook } from "../hook/define-hook.js";
import type { StoreSource } from "../store/source.js";
import type { Awaitable } from "./awaitable.js";

/** `Symbol.for`, so that two copies of the SDK in one process understand each other's hooks. */
const PERSON = Symbol.for("agent-hook.person");

/** A call that a person must decide. */
export interface PersonRequest {
  /** The name of the hook that asks. */
  readonly hook: string;
  /** The call with all changes of the hooks. */
  readonly call: ToolCall;
  readonly ask: Ask;
  readonly host: Host;
  readonly store: StoreSource;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The milliseconds until the host no longer waits for an answer. */
  remainingMs(): number;
  /** In a test: the answer of the person, or `undefined` if nobody answers. */
  readonly answerInTest?: AnswerInTest | undefined;
}

export type AnswerInTest = (question: {
  readonly tool: string;
  readonly arguments: unknown;
  readonly reason: string;
}) => Awaitable<boolean | undefined>;

/** A way to reach a person when the host has none. */
export interface Person {
  /** Whether the person is asked even if the host itself could ask. */
  readonly always: boolean;
  /** Resolves to `undefined` if the person allows exactly this call. */
  decide(request: PersonRequest): Promise<Deny | undefined>;
}

/**
 * Returns the hook with a person who answers the questions of its members. `guard` becomes its first member. `approveMs`:
 * the time of `approveTool`, unless the hook has a longer one.
 */
export function withPerson(hook: Hook, person: Person, guard: Hook, approveMs: number): Hook {
  const members = membersOf(hook);
  const longest = Math.max(approveMs, ...members.map(({ deadlines }) => deadlines?.approveMs ?? 0));
  const extended = members.map((member) => {
    const deadlines = member.deadlines?.approveMs === undefined ? {} : { deadlines: atLeast(member, longest) };
    return copyWith(member, { ...deadlines, [PERSON]: person });
  });
  const { name, version } = hook;
  const first = copyWith(guard, { deadlines: { approveMs: longest } });
  return compose({ name, ...(version === undefined ? {} : { version }) }, first, ...extended) as Hook;
}

function atLeast({ deadlines }: Hook, approveMs: number): Deadlines {
  return { ...deadlines, approveMs };
}

/** Also copies what a member inherits: it may be an instance of a class. */
function copyWith(member: Hook, fields: object): Hook {
  const copy = Object.create(Object.getPrototypeOf(member), Object.getOwnPropertyDescriptors(member));
  for (const key of Reflect.ownKeys(fields)) {
    Object.defineProperty(copy, key, { value: Reflect.get(fields, key), enumerable: true, configurable: true });
  }
  return copy;
}

export function personOf(hook: Hook): Person | undefined {
  return (hook as { readonly [PERSON]?: Person })[PERSON];
}
