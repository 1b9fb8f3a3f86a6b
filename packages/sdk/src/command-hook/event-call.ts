import type { Calls, Point } from "../hook/calls.js";
import { addContext } from "../hook/decisions.js";
import { type Awaitable, after, awaitable } from "../runtime/awaitable.js";
import type { Outcome, ToolCallOutcome } from "../runtime/call-state.js";
import { copyOf } from "../runtime/copies.js";
import { Failure } from "../runtime/failure.js";
import type { Observation } from "../runtime/observation.js";
import { describeIssues } from "../text/index.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { eventOfCall } from "./decode-event.js";
import { fieldIn } from "./fields.js";
import type { OneShotHook } from "./one-shot-hook.js";

/** A known event of a one-shot host, from its payload to the host's answer. */
export class EventCall<Event extends string, Payload extends object, Document extends object> {
  constructor(
    private readonly served: OneShotHook<Event, Payload, Document>,
    private readonly event: Event,
    private readonly payload: Payload,
    private readonly observation: Observation | undefined,
  ) {}

  /**
   * Returns the answer inside an object. A dependency may have replaced `Promise` by one that loses results. The caller
   * then gets `undefined` instead of the object, which throws. Without the object, it would look like "no decision".
   */
  async document(text: string, knownProblem?: string): Promise<{ readonly document: Document | undefined }> {
    const { event, payload, observation } = this;
    const { adapter, dispatcher, hook, native, unmatched } = this.served;
    const problem = knownProblem ?? this.#payloadProblem() ?? this.#inexactInput(text);
    if (problem !== undefined) return this.#failed(new Failure("undecodable", hook.name, event, problem));
    if (unmatched !== undefined) return this.#failed(new Failure("not-started", hook.name, "setup", unmatched));
    const failure = await awaitable(dispatcher.start());
    if (failure !== undefined) {
      if (observation !== undefined) observation.call = adapter.decodeCall(event, payload);
      return this.#failed(new Failure("not-started", hook.name, event, "setup has failed", failure));
    }
    const { outcome } = await awaitable(this.#portableOutcome());
    if (observation !== undefined) observation.outcome = outcome;
    const document = outcome && adapter.encode(event, outcome, payload);
    // Some hosts encode a changed result in the form of a denial, so `whyDenied` cannot tell the two apart.
    const denies = outcome?.action !== "modify" && outcome?.action !== "addContext";
    if (denies && document !== undefined && adapter.whyDenied(document, event) !== undefined) return { document };
    const documents = await native.addAnswers(event, payload, document === undefined ? [] : [document], observation);
    return { document: adapter.mergeDocuments(event, documents) };
  }

  /** Checks the whole answer: hosts may drop it for one wrong type. */
  checked(document: Document | undefined): Document | undefined {
    const { adapter, hook } = this.served;
    const error = document && adapter.answerSchema(this.event).safeParse(document).error;
    if (error === undefined) return document;
    const problem = `the answer is invalid: ${describeIssues(error.issues, document)}`;
    throw new Failure("invalid-decision", hook.name, this.event, problem);
  }

  #failed(failure: Failure): { readonly document: Document | undefined } {
    return { document: this.served.failedAnswer(this.event, failure, this.payload, this.observation) };
  }

  #payloadProblem(): string | undefined {
    const { adapter } = this.served;
    const problem = adapter.problem?.(this.event, this.payload);
    if (problem !== undefined) return problem;
    const { error } = adapter.payloadSchema(this.event).safeParse(this.payload);
    return error === undefined ? undefined : describeIssues(error.issues, this.payload);
  }

  /** Finds numbers in the tool's input that JavaScript cannot represent: a handler would receive different numbers. */
  #inexactInput(text: string): string | undefined {
    const { adapter } = this.served;
    if (adapter.events[this.event].point === "afterTool") return undefined;
    const inexact = inexactJson(text);
    if (inexact === undefined) return undefined;
    const path = inexact.pathIn(fieldIn(Object(inexact.value), adapter.fields.input));
    return path === undefined ? undefined : inexactProblem(path === "" ? "the tool's input" : path);
  }

  /**
   * Calls the portable handlers. They get copies of the payload, because the payload is read again later. Returns the
   * outcome inside an object for the same reason as `document`.
   */
  async #portableOutcome(): Promise<{ readonly outcome: Outcome | ToolCallOutcome }> {
    const { event, payload, observation, served } = this;
    const { adapter, dispatcher, hook } = served;
    const { point, takesContext } = adapter.events[event];
    if (point === undefined) {
      if (observation !== undefined) observation.call = adapter.sourceOf(payload);
      const texts = await dispatcher.notify(served.eventOf(event, copyOf(payload)), takesContext);
      return { outcome: texts.length === 0 ? undefined : addContext(texts.join("\n\n")) };
    }
    if (point === "beforeLlm" && hook.tools.size > 0) {
      hook.log.warn(
        `${adapter.capabilities.host} does not accept tools from a hook: run the same file as an MCP server`,
      );
    }
    const call = adapter.decodeCall(event, payload);
    const notified = this.#notifyOfCall(point);
    if (call === undefined) {
      await notified;
      return { outcome: undefined };
    }
    const outcomeOrPromise: Awaitable<Outcome | ToolCallOutcome> =
      point === "beforeTool"
        ? dispatcher.askToolCall(call as Calls["beforeTool"], observation)
        : dispatcher.ask<Point>(point, call, { copies: true, observation });
    const wrapped = await awaitable(after(outcomeOrPromise, (outcome) => ({ outcome })));
    await notified;
    return wrapped;
  }

  /**
   * Sends the call as an event to the members of a composed hook whose `onEvent` names the kind of the call, such as
   * `tool.start`. These event handlers run at the same time as the call's own handlers, and cannot decide anything.
   */
  #notifyOfCall(point: Point): Promise<unknown> | undefined {
    const { event, payload, served } = this;
    const { adapter, dispatcher } = served;
    const { kind } = adapter.events[event];
    // If `onEvent` is a function, it receives every prompt, although a prompt is also a call of `onPrompt`.
    if (point === "onPrompt") return dispatcher.notify(served.eventOf(event, copyOf(payload)));
    if (kind === undefined || !dispatcher.names(kind)) return undefined;
    const copy = copyOf(payload);
    return dispatcher.notifyNamed(
      eventOfCall(served.eventOf(event, copy), point, adapter.decodeCall(event, copy) as never),
    );
  }
}
