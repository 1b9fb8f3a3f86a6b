import { awaitable } from "../runtime/awaitable.js";
import { DENIED, Failure } from "../runtime/failure.js";
import type { Observation } from "../runtime/observation.js";
import type { CallAnswer, CallService, CallSession, OneShotInput } from "../runtime/session.js";
import { parseJson } from "../wire/message.js";
import type { OneShotAdapter } from "./adapter.js";
import { EventCall } from "./event-call.js";
import { OneShotHook } from "./one-shot-hook.js";

/** Answers the events for which a one-shot host starts the process, or which its launchers send. */
export function serveCommand<Event extends string, Payload extends object, Document extends object>(
  session: CallSession,
  adapter: OneShotAdapter<Event, Payload, Document>,
): CallService {
  const served = new OneShotHook(session, adapter);
  return {
    answer: (input, problem) => new OneShotCall(served, session).answer(input, problem),
    end: (graceMs) => served.dispatcher.stop(graceMs),
  };
}

/** One input of a one-shot host: says which event it is, and answers that or rejects the input. */
class OneShotCall<Event extends string, Payload extends object, Document extends object> {
  readonly #observation: Observation | undefined;

  constructor(
    private readonly served: OneShotHook<Event, Payload, Document>,
    private readonly session: CallSession,
  ) {
    this.#observation = served.dispatcher.observe("onEvent");
  }

  async answer(input: OneShotInput, problem?: string): Promise<CallAnswer> {
    const result = await this.#answer(input, problem);
    if (this.#observation !== undefined) endObservation(this.#observation, result);
    return result;
  }

  async #answer(
    { value, text = "", event: configuredEvent = this.session.event }: OneShotInput,
    problem: string | undefined,
  ): Promise<CallAnswer> {
    const { served } = this;
    if (value === undefined) {
      return this.#rejectWithoutEvent(`expected one JSON object on stdin, got ${describeInput(text)}`);
    }
    const payload = value as Payload;
    const event = this.session.isFromHost(value) ? served.eventNameOf(payload) : "";
    if (event === "") return this.#rejectUnrecognised(value, configuredEvent);
    if (served.isKnown(configuredEvent) && event !== configuredEvent) {
      const mismatch = `the hook is configured for the event ${configuredEvent}, got ${event}`;
      return this.#reject(configuredEvent, mismatch, payload);
    }
    if (!served.isKnown(event)) return this.#notifyOfUnknown(event, payload);
    this.#noteEvent(event);
    try {
      const call = new EventCall(served, event, payload, this.#observation);
      const { document } = await awaitable(call.document(text, problem));
      return served.answerWith(event, call.checked(document));
    } catch (thrown) {
      const failure = Failure.of(thrown, served.hook.name, event);
      return served.answerWith(event, served.failedAnswer(event, failure, payload, this.#observation));
    }
  }

  #noteEvent(event: Event): void {
    if (this.#observation === undefined) return;
    this.#observation.event = event;
    this.#observation.point = this.served.adapter.events[event].point ?? "onEvent";
  }

  /** Handles a payload from another host. Denies in the format of the event. If the event is unknown, by exit code. */
  #rejectUnrecognised(value: unknown, configuredEvent: string | undefined): CallAnswer {
    const { served } = this;
    const { adapter } = served;
    const problem = `expected an event of ${adapter.capabilities.host} with ${adapter.identifyingFields}`;
    const eventName = typeof value === "object" && value !== null ? served.eventNameOf(value as Payload) : undefined;
    const event = served.isKnown(configuredEvent) ? configuredEvent : eventName;
    return served.isKnown(event) ? this.#reject(event, problem, value as Payload) : this.#rejectWithoutEvent(problem);
  }

  #reject(event: Event, problem: string, payload: Payload): CallAnswer {
    const { served } = this;
    this.#noteEvent(event);
    const failure = new Failure("undecodable", served.hook.name, event, problem);
    return served.answerWith(event, served.failedAnswer(event, failure, payload, this.#observation));
  }

  /** Handles a payload without a known event, which only the exit code can deny. */
  #rejectWithoutEvent(problem: string): CallAnswer {
    return this.served.denyByExitCode(this.served.hook.guards, problem, this.#observation) ?? {};
  }

  /** Handles an unknown event, which a later version of the host may have. */
  async #notifyOfUnknown(name: string, payload: Payload): Promise<CallAnswer> {
    const { served } = this;
    const problem = `unknown ${served.adapter.capabilities.host} event "${name}"`;
    const denied = served.denyByExitCode(served.hook.blocks, problem, this.#observation);
    if (denied !== undefined) return denied;
    await served.dispatcher.notify(served.eventOf(name, payload));
    return {};
  }
}

/** Records what the host was told. Most events have no decision, and are not recorded. */
function endObservation(observation: Observation, { denial }: CallAnswer): void {
  const { point, outcome, action, failure, consequence } = observation;
  const isDenied = consequence === DENIED || (action === "deny" && outcome?.action !== "deny");
  if (isDenied || (outcome === undefined && denial !== undefined)) {
    observation.end({ action: "deny", reason: denial ?? failure?.publicText });
  } else if (action === "native") observation.end({ action });
  else if (point !== "onEvent" || outcome !== undefined || failure !== undefined) observation.end(outcome);
}

/** Describes text that is not one JSON value. */
function describeInput(text: string): string {
  if (text.trim() === "") return "nothing";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => parseJson(line) !== undefined)) return `${lines.length} lines of JSON`;
  return /^[\s\uFEFF]*\{/.test(text) ? "invalid JSON, possibly cut off" : "text that is not JSON";
}
