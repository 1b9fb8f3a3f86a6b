import { describeIssues, stringify } from "@agent-hook/protocol/text";
import type { Calls, Point } from "../hook/calls.js";
import { addContext } from "../hook/decisions.js";
import type { HookEvent } from "../hook/events.js";
import { whyGuardUnmatched } from "../hook/unmatched-filter.js";
import { type Awaitable, after, awaitable } from "../runtime/awaitable.js";
import type { Outcome, ToolCallOutcome } from "../runtime/call-state.js";
import { copyOf } from "../runtime/copies.js";
import { describedHost } from "../runtime/described-host.js";
import { Dispatcher } from "../runtime/dispatcher.js";
import { afterFailure, DENIED, Failure } from "../runtime/failure.js";
import type { Observation } from "../runtime/observation.js";
import type { CallAnswer, CallService, CallSession, OneShotInput } from "../runtime/session.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { parseJson } from "../wire/message.js";
import type { OneShotAdapter } from "./adapter.js";
import { decodeEvent, eventOfCall } from "./decode-event.js";
import type { CommandEvent } from "./events.js";
import { NativeHandlers } from "./native-handlers.js";

/** Answers the one event that a one-shot host starts the process for. */
export function serveCommand<Event extends string, Payload extends object, Document extends object>(
  { hook, version, clock, event: eventOfProcess, isFromHost }: CallSession,
  adapter: OneShotAdapter<Event, Payload, Document>,
): CallService {
  const { capabilities, events } = adapter;
  const { host } = capabilities;
  const dispatcher = new Dispatcher(
    hook,
    {
      host: describedHost(capabilities, version),
      runsOwnTool: () => false,
      identify: (tool) => ({ kind: adapter.kindOf(tool) }),
      whyUnsupported: adapter.whyUnsupported,
      ...(adapter.deniesChanges && { deniesChanges: adapter.deniesChanges }),
      longestCallMs: adapter.longestCallMs,
      denial: (point, failure, call) => adapter.denialAt(point, failure, call as Calls[Point]),
    },
    clock,
  );
  const native = new NativeHandlers(dispatcher, adapter);
  // Without the names: a later version of the host may have a tool of that spelling.
  const unmatched = adapter.tools && whyGuardUnmatched(hook.members, host, { kinds: adapter.tools.kinds });

  async function answer(input: OneShotInput, problem?: string): Promise<CallAnswer> {
    const observation = dispatcher.observe("onEvent");
    const result = await answerTo(input, problem, observation);
    if (observation !== undefined) endObservation(observation, result);
    return result;
  }

  async function answerTo(
    { value, text = "", event: configuredEvent = eventOfProcess }: OneShotInput,
    problem: string | undefined,
    observation: Observation | undefined,
  ): Promise<CallAnswer> {
    if (value === undefined) {
      const expected = `expected one JSON object on stdin, got ${describeInput(text)}`;
      return rejectUndecodableEvent(expected, observation);
    }
    const payload = value as Payload;
    const event = isFromHost(value) ? adapter.eventOf(payload) : "";
    if (event === "") return rejectUnrecognised(value, configuredEvent, observation);
    if (isKnown(configuredEvent) && event !== configuredEvent) {
      return rejectUndecodable(
        configuredEvent,
        `the hook is configured for the event ${configuredEvent}, got ${event}`,
        payload,
        observation,
      );
    }
    if (!isKnown(event)) return handleUnknownEvent(event, payload, observation);
    noteEvent(event, observation);
    try {
      const { document } = await awaitable(documentFor(event, payload, text, problem, observation));
      return answerWith(event, checked(event, document));
    } catch (thrown) {
      return answerWith(event, failedAnswer(event, Failure.of(thrown, hook.name, event), payload, observation));
    }
  }

  function noteEvent(event: Event, observation: Observation | undefined): void {
    if (observation === undefined) return;
    observation.event = event;
    observation.point = events[event].point ?? "onEvent";
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

  /** Checks the whole answer: hosts may drop it for one wrong type. */
  function checked(event: Event, document: Document | undefined): Document | undefined {
    const error = document && adapter.answerSchema(event).safeParse(document).error;
    if (error === undefined) return document;
    const problem = `the answer is invalid: ${describeIssues(error.issues, document)}`;
    throw new Failure("invalid-decision", hook.name, event, problem);
  }

  /**
   * Returns the answer inside an object. A dependency may have replaced `Promise` by one that loses results. The caller
   * then gets `undefined` instead of the object, which throws. Without the object, it would look like "no decision".
   */
  async function documentFor(
    event: Event,
    payload: Payload,
    text: string,
    knownProblem: string | undefined,
    observation: Observation | undefined,
  ): Promise<{ readonly document: Document | undefined }> {
    const problem = knownProblem ?? payloadProblem(event, payload) ?? inexactInput(event, text);
    if (problem !== undefined) {
      const undecodable = new Failure("undecodable", hook.name, event, problem);
      return { document: failedAnswer(event, undecodable, payload, observation) };
    }
    if (unmatched !== undefined) {
      const notStarted = new Failure("not-started", hook.name, "setup", unmatched);
      return { document: failedAnswer(event, notStarted, payload, observation) };
    }
    const failure = await awaitable(dispatcher.start());
    if (failure !== undefined) {
      const startFailure = new Failure("not-started", hook.name, event, "setup has failed", failure);
      if (observation !== undefined) observation.call = adapter.decodeCall(event, payload);
      return { document: failedAnswer(event, startFailure, payload, observation) };
    }
    const { outcome } = await awaitable(portableOutcome(event, payload, observation));
    if (observation !== undefined) observation.outcome = outcome;
    const document = outcome && adapter.encode(event, outcome, payload);
    // Some hosts encode a changed result in the form of a denial, so `whyDenied` cannot tell the two apart.
    const denies = outcome?.action !== "modify" && outcome?.action !== "addContext";
    if (denies && document !== undefined && adapter.whyDenied(document, event) !== undefined) return { document };
    const documents = await native.addAnswers(event, payload, document === undefined ? [] : [document], observation);
    return { document: adapter.mergeDocuments(event, documents) };
  }

  function payloadProblem(event: Event, payload: Payload): string | undefined {
    const problem = adapter.problem?.(event, payload);
    if (problem !== undefined) return problem;
    const { error } = adapter.payloadSchema(event).safeParse(payload);
    return error === undefined ? undefined : describeIssues(error.issues, payload);
  }

  /** Finds numbers in the tool's input that JavaScript cannot represent: a handler would receive different numbers. */
  function inexactInput(event: Event, text: string): string | undefined {
    if (events[event].point === "afterTool") return undefined;
    const inexact = inexactJson(text);
    if (inexact === undefined) return undefined;
    const { tool_input: input, toolArgs = input } = Object(inexact.value) as Record<string, unknown>;
    const path = inexact.pathIn(adapter.inputOf?.(inexact.value as Payload) ?? toolArgs);
    return path === undefined ? undefined : inexactProblem(path === "" ? "the tool's input" : path);
  }

  /**
   * Calls the portable handlers. They get copies of the payload, because the payload is read again later. Returns the
   * outcome inside an object for the same reason as `documentFor`.
   */
  async function portableOutcome(
    event: Event,
    payload: Payload,
    observation: Observation | undefined,
  ): Promise<{ readonly outcome: Outcome | ToolCallOutcome }> {
    const { point, takesContext } = events[event];
    if (point === undefined) {
      if (observation !== undefined) observation.call = adapter.sourceOf(payload);
      const texts = await dispatcher.notify(eventOf(event, copyOf(payload)), takesContext);
      return { outcome: texts.length === 0 ? undefined : addContext(texts.join("\n\n")) };
    }
    if (point === "beforeLlm" && hook.tools.size > 0) {
      hook.log.warn(`${host} does not accept tools from a hook: run the same file as an MCP server`);
    }
    const call = adapter.decodeCall(event, payload);
    const notified = notifyOfCall(event, point, payload);
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
   * Sends a call as an event to the members of a composed hook whose `onEvent` names the kind of the call, such as
   * `tool.start`. These event handlers run at the same time as the call's own handlers, and cannot decide anything.
   */
  function notifyOfCall(event: Event, point: Point, payload: Payload): Promise<unknown> | undefined {
    const { kind } = events[event];
    // If `onEvent` is a function, it receives every prompt, although a prompt is also a call of `onPrompt`.
    if (point === "onPrompt") return dispatcher.notify(eventOf(event, copyOf(payload)));
    if (kind === undefined || !dispatcher.names(kind)) return undefined;
    const copy = copyOf(payload);
    return dispatcher.notifyNamed(eventOfCall(eventOf(event, copy), point, adapter.decodeCall(event, copy) as never));
  }

  function eventOf(name: string, payload: Payload): HookEvent {
    const rules: CommandEvent = isKnown(name) ? events[name] : {};
    const fields = payload as Readonly<Record<string, unknown>>;
    return decodeEvent(name, rules, fields, adapter.sourceOf(payload), adapter.commonFields);
  }

  /** Returns whether the hook can answer an event. Otherwise, it only receives the event. */
  function canAnswer(event: Event): boolean {
    const { point } = events[event];
    if (point === "onPrompt") return hook.members.some((member) => member.hook.onPrompt) || native.handles(event);
    return point !== undefined || native.handles(event);
  }

  function failedAnswer(
    event: Event,
    failure: Failure,
    payload: Payload,
    observation: Observation | undefined,
  ): Document | undefined {
    const mustDeny = (hook.blocks && canAnswer(event)) || (events[event].point === "beforeTool" && hook.guards);
    return afterFailure(failure, hook, mustDeny, () => adapter.denial(event, failure, payload), observation);
  }

  /** Handles a payload from another host. Denies in the format of the event. If the event is unknown, by exit code. */
  function rejectUnrecognised(
    value: unknown,
    configuredEvent: string | undefined,
    observation: Observation | undefined,
  ): CallAnswer {
    const problem = `expected an event of ${host} with ${adapter.identifyingFields}`;
    const eventName = typeof value === "object" && value !== null ? adapter.eventOf(value as Payload) : undefined;
    const event = isKnown(configuredEvent) ? configuredEvent : eventName;
    return isKnown(event)
      ? rejectUndecodable(event, problem, value as Payload, observation)
      : rejectUndecodableEvent(problem, observation);
  }

  function isKnown(name: string | undefined): name is Event {
    return typeof name === "string" && Object.hasOwn(events, name);
  }

  function rejectUndecodable(
    event: Event,
    problem: string,
    payload: Payload,
    observation: Observation | undefined,
  ): CallAnswer {
    noteEvent(event, observation);
    const failure = new Failure("undecodable", hook.name, event, problem);
    return answerWith(event, failedAnswer(event, failure, payload, observation));
  }

  /** Handles a payload without a known event, which only the exit code can deny. */
  function rejectUndecodableEvent(problem: string, observation: Observation | undefined): CallAnswer {
    return denyByExitCode(hook.guards, problem, observation) ?? {};
  }

  /** Handles an unknown event, which a later version of the host may have. */
  async function handleUnknownEvent(
    name: string,
    payload: Payload,
    observation: Observation | undefined,
  ): Promise<CallAnswer> {
    const problem = `unknown ${host} event "${name}"`;
    const denied = denyByExitCode(hook.blocks, problem, observation);
    if (denied !== undefined) return denied;
    await dispatcher.notify(eventOf(name, payload));
    return {};
  }

  function denyByExitCode(
    denies: boolean,
    problem: string,
    observation: Observation | undefined,
  ): CallAnswer | undefined {
    const failure = new Failure("undecodable", hook.name, "start", problem);
    const denial = () => ({ denial: `${failure.publicText}: ${problem}` });
    return afterFailure(failure, hook, denies, denial, observation);
  }

  function answerWith(event: Event, document: Document | undefined): CallAnswer {
    if (document === undefined) return {};
    // The launcher rejects control characters, and `JSON.stringify` does not escape this one.
    const text = stringify(document).replaceAll("\u007f", "\\u007f");
    const reason = adapter.whyDenied(document, event);
    if (reason === undefined) return { document: text };
    // Parses a denial again before it is sent: a dependency may have replaced the functions that wrote the text.
    const written = parseJson(text) as Document | undefined;
    const denies = typeof written === "object" && written !== null && adapter.whyDenied(written, event) !== undefined;
    return { ...(denies ? { document: text } : {}), denial: withoutJson(reason) };
  }

  return { answer, end: (graceMs) => dispatcher.stop(graceMs) };
}

/** Describes text that is not one JSON value. */
function describeInput(text: string): string {
  if (text.trim() === "") return "nothing";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => parseJson(line) !== undefined)) return `${lines.length} lines of JSON`;
  return /^[\s\uFEFF]*\{/.test(text) ? "invalid JSON, possibly cut off" : "text that is not JSON";
}

const MAYBE_JSON = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/;

/** With an empty stdout, Gemini CLI reads JSON on stderr as the answer, whatever the exit code (observed). */
function withoutJson(reason: string): string {
  return MAYBE_JSON.test(reason) && parseJson(reason) !== undefined ? `denied: ${reason}` : reason;
}
