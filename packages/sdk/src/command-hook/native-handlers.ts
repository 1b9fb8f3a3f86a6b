import type { NativeTable } from "../hook/native.js";
import { type Awaitable, after, awaitable } from "../runtime/awaitable.js";
import { copyOf, frozenCopy } from "../runtime/copies.js";
import type { Dispatcher } from "../runtime/dispatcher.js";
import { afterFailure, Failure } from "../runtime/failure.js";
import type { Observation } from "../runtime/observation.js";
import { decidesOnCalls, type Member } from "../runtime/prepared-hook.js";
import { describeIssues } from "../text/index.js";
import type { OneShotAdapter } from "./adapter.js";

/** Calls the members' handlers of a host's own events. */
export class NativeHandlers<Event extends string, Payload extends object, Document extends object> {
  readonly #decidesOnCalls: boolean;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly adapter: OneShotAdapter<Event, Payload, Document>,
  ) {
    this.#decidesOnCalls = decidesOnCalls(dispatcher.hook.members);
  }

  /** Whether any member handles an event. */
  handles(event: Event): boolean {
    return this.dispatcher.hook.members.some((member) => this.#handlerOf(member, event) !== undefined);
  }

  /** Adds the members' answers to the earlier answers of an event. Each member sees the changes in earlier answers. */
  async addAnswers(
    event: Event,
    payload: Payload,
    documents: readonly Document[],
    observation?: Observation,
  ): Promise<readonly Document[]> {
    let all = documents;
    for (const member of this.dispatcher.hook.members) {
      const { document } = await awaitable(this.#answer(member, event, payload, all, observation));
      if (document !== undefined) all = [...all, document];
    }
    return all;
  }

  /**
   * Returns the answer inside an object. A dependency may have replaced `Promise` by one that loses results. The caller
   * then gets `undefined` instead of the object, which throws. Without the object, it would look like "no decision".
   */
  #answer(
    member: Member,
    event: Event,
    original: Payload,
    earlier: readonly Document[],
    observation: Observation | undefined,
  ): Awaitable<{ readonly document: Document | undefined }> {
    const handler = this.#handlerOf(member, event);
    if (handler === undefined) return { document: undefined };
    const { host } = this.adapter.capabilities;
    const payload = earlier.reduce(this.adapter.applyChanges, original);
    const where = [host, event].reduce(
      (path, key) => (/^\w+$/.test(key) ? `${path}.${key}` : `${path}["${key}"]`),
      "native",
    );
    // A copy: the handler can change the object that it receives.
    const run = (context: unknown) => handler(copyOf(payload) as never, context as never);
    return after(this.dispatcher.runNative(member, where, this.adapter.sourceOf(original), run), (value) => {
      if (value === undefined) return { document: undefined };
      const answer = Failure.is(value) ? value : this.#checked(member, where, event, value, payload, earlier);
      if (!Failure.is(answer)) {
        if (answer !== undefined)
          observation?.decided(member, { action: this.#denies(event, answer) ? "deny" : "native" });
        return { document: answer };
      }
      const denial = () => this.adapter.denial(event, answer, payload);
      return { document: afterFailure(answer, member, member.policy === "block", denial, observation) };
    });
  }

  /** Checks what a native handler returned. Puts a denial in the form that the host enforces. */
  #checked(
    member: Member,
    where: string,
    event: Event,
    value: unknown,
    payload: Payload,
    earlier: readonly Document[],
  ): Document | Failure | undefined {
    const { adapter } = this;
    const { name } = member.hook;
    // The handler may keep its object and change it.
    const document = frozenCopy(value, true) as Document;
    const { error } = adapter.answerSchema(event).safeParse(document);
    if (error !== undefined) {
      return new Failure("invalid-decision", name, where, `returned ${describeIssues(error.issues, document)}`);
    }
    if (this.#denies(event, document)) return adapter.mergeDocuments(event, [document]);
    const isDecided = this.#isDecidedElsewhere(member, event);
    const unsupported = adapter.whyNativeUnsupported(event, document, isDecided, payload);
    if (unsupported !== undefined) return new Failure("unsupported", name, where, unsupported);
    const conflict = adapter.conflict([...earlier, document], event);
    return conflict === undefined ? document : new Failure("invalid-decision", name, where, conflict);
  }

  /** After a tool, the same fields replace the result and deny nothing. */
  #denies(event: Event, document: Document): boolean {
    const { point, denial } = this.adapter.events[event];
    return denial !== undefined && point !== "afterTool" && this.adapter.whyDenied(document, event) !== undefined;
  }

  /** Whether another handler decides on the call without seeing what this member changes. */
  #isDecidedElsewhere(member: Member, event: Event): boolean {
    const { members } = this.dispatcher.hook;
    const before = members.slice(0, members.indexOf(member));
    return (
      this.#decidesOnCalls ||
      before.some((other) => other.policy === "block" && this.#handlerOf(other, event) !== undefined)
    );
  }

  #handlerOf(member: Member, event: Event) {
    return (member.hook.native as NativeTable)?.[this.adapter.capabilities.host]?.[event];
  }
}
