import { describeIssues, stringify } from "@agent-hook/protocol/text";
import type { Calls, Point } from "../hook/calls.js";
import type { NativeTable } from "../hook/native.js";
import { type Awaitable, after, awaitable } from "../runtime/awaitable.js";
import type { Outcome, ToolCallOutcome } from "../runtime/call-state.js";
import { Dispatcher } from "../runtime/dispatcher.js";
import { Failure } from "../runtime/failure.js";
import { afterFailure } from "../runtime/failure-policy.js";
import { frozenCopy } from "../runtime/frozen-copy.js";
import { copyOf } from "../runtime/overlay.js";
import type { Member } from "../runtime/prepared-hook.js";
import { rulesOnCalls } from "../runtime/rules-on-calls.js";
import type { CallAnswer, CallService, CallSession } from "../runtime/session.js";
import { StartOnce } from "../runtime/start-once.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { parsed } from "../wire/message.js";
import type { OneShotAdapter } from "./adapter.js";
import { inWords } from "./in-words.js";

/** Answers the one event that a one-shot host starts the process for. */
export function serveCommand<Event extends string, Payload extends object, Document extends object>(
  { hook, version, clock, event: configured, isFromHost }: CallSession,
  adapter: OneShotAdapter<Event, Payload, Document>,
): CallService {
  const { capabilities, events } = adapter;
  const { host } = capabilities;
  const dispatcher = new Dispatcher(
    hook,
    {
      host: { name: host, ...(version === undefined ? {} : { version }), capabilities },
      identify: adapter.identify,
      whyUnsupported: adapter.whyUnsupported,
      denial: (point, failure, call) => adapter.denialAt(point, failure, call as Calls[Point]) as never,
    },
    clock,
  );
  const callsAreDecidedOn = rulesOnCalls(hook.members);
  const start = new StartOnce(dispatcher);

  async function answer(text: string, given?: string): Promise<CallAnswer> {
    const first = parsed(text);
    if (first === undefined) return unknown(`expected one JSON object on stdin, got ${inWords(text)}`);
    const payload = first as Payload;
    const name = isFromHost(first) ? adapter.eventOf(payload) : "";
    if (name === "") return rejectUnrecognised(first);
    if (isKnown(configured) && name !== configured) {
      return undecodable(configured, `the hook is configured for the event ${configured}, got ${name}`, payload);
    }
    if (!isKnown(name)) return handleUnknownEvent(name, payload);
    const event = name;
    try {
      const { document } = await awaitable(documentFor(event, payload, text, given));
      return checked(event, asAnswer(event, document));
    } catch (thrown) {
      return asAnswer(event, failedAnswer(event, Failure.of(thrown, hook.name, event), payload));
    }
  }

  /** Checks the encoded answer: hosts may drop a whole answer for one wrong type. */
  function checked(event: Event, whole: CallAnswer): CallAnswer {
    if (whole.document === undefined) return whole;
    const said: unknown = JSON.parse(whole.document);
    const { error } = adapter.answerSchema(event).safeParse(said);
    if (error === undefined) return whole;
    throw new Failure(
      "invalid decision",
      hook.name,
      event,
      `the answer is invalid: ${describeIssues(error.issues, said)}`,
    );
  }

  async function documentFor(
    event: Event,
    payload: Payload,
    text: string,
    given: string | undefined,
  ): Promise<{ readonly document: Document | undefined }> {
    const problem = given ?? problemOf(event, payload) ?? inexactInput(event, text);
    if (problem !== undefined) {
      return { document: failedAnswer(event, new Failure("undecodable", hook.name, event, problem), payload) };
    }
    const unstarted = await awaitable(start.run());
    if (unstarted !== undefined) {
      const failure = new Failure("not started", hook.name, event, "onStart has failed", unstarted);
      return { document: failedAnswer(event, failure, payload) };
    }
    const { outcome } = await awaitable(atPoint(event, payload));
    // Encoded against the original text, since handlers can change the objects of the call.
    const portable = outcome === undefined ? undefined : adapter.encode(event, outcome, payloadOf(text));
    // Some hosts encode a changed result like a denial. It is not one here.
    if (outcome?.action !== "modify" && portable !== undefined && adapter.reasonOf(portable, event) !== undefined) {
      return { document: portable };
    }
    const documents = portable === undefined ? [] : [portable];
    // By index: a dependency may have replaced `Array.prototype.push`.
    for (const member of hook.members) {
      const { native } = await awaitable(nativeOutcome(member, event, text, documents));
      if (native !== undefined) documents[documents.length] = native;
    }
    return { document: adapter.merged(event, documents) };
  }

  function problemOf(event: Event, payload: Payload): string | undefined {
    const problem = adapter.problem?.(event, payload);
    if (problem !== undefined) return problem;
    const { error } = adapter.payloadSchema(event).safeParse(payload);
    return error === undefined ? undefined : describeIssues(error.issues, payload);
  }

  /** Finds numbers in the tool's input that JavaScript cannot represent. A handler would decide on another call. */
  function inexactInput(event: Event, text: string): string | undefined {
    if (events[event].point === "afterTool") return undefined;
    const inexact = inexactJson(text);
    const { tool_input: input, toolArgs = input } = Object(inexact?.value) as Record<string, unknown>;
    const path = inexact?.pathIn(toolArgs);
    return path === undefined ? undefined : inexactProblem(path === "" ? "the tool's input" : path);
  }

  /** Wraps the outcome in an object: if a replaced `Promise` loses it, that is an error rather than "no decision". */
  async function atPoint(event: Event, payload: Payload): Promise<{ readonly outcome: Outcome | ToolCallOutcome }> {
    const point = events[event].point;
    if (point === undefined) {
      await dispatcher.notify(adapter.hookEvent(payload));
      return { outcome: undefined };
    }
    if (point === "beforeLlm" && hook.tools.size > 0) {
      hook.log.warn(`${host} does not accept tools from a hook: run the same file as an MCP server`);
    }
    const call = adapter.call(event, payload);
    const asked =
      point === "beforeTool" ? dispatcher.askToolCall(call as Calls["beforeTool"]) : dispatcher.ask<Point>(point, call);
    return await awaitable(after(asked as Awaitable<Outcome | ToolCallOutcome>, (outcome) => ({ outcome })));
  }

  /** Calls the native handler of a member. `before` holds the answers so far. */
  function nativeOutcome(
    member: Member,
    event: Event,
    text: string,
    before: readonly Document[],
  ): Awaitable<{ readonly native: Document | undefined }> {
    const handler = nativeHandler(member, event);
    if (handler === undefined) return { native: undefined };
    // A new copy for each reader: a handler can change the object that it receives.
    const shown = () => (copyOf(before) as Document[]).reduce(adapter.changedBy, payloadOf(text));
    const where = /^\w+$/.test(host) ? `native.${host}.${event}` : `native["${host}"].${event}`;
    const value = dispatcher.runNative(member, where, (context) => handler(shown() as never, context as never));
    return after(value, (given) => {
      if (given === undefined) return { native: undefined };
      const answered = Failure.is(given) ? given : nativeAnswer(member, where, event, given, shown(), before);
      if (!Failure.is(answered)) return { native: answered };
      const denies = member.policy === "block";
      return { native: afterFailure(answered, member, denies, () => adapter.denial(event, answered, shown())) };
    });
  }

  /** Checks what a native handler returned. Puts a denial in the form that the host enforces. */
  function nativeAnswer(
    member: Member,
    where: string,
    event: Event,
    value: unknown,
    payload: Payload,
    before: readonly Document[],
  ): Document | Failure | undefined {
    const { name } = member.hook;
    // The handler may keep its object and change it.
    const document = frozenCopy(value) as Document;
    const { error } = adapter.answerSchema(event).safeParse(document);
    if (error !== undefined) {
      return new Failure("invalid decision", name, where, `returned ${describeIssues(error.issues, document)}`);
    }
    if (isDenial(event, document)) return adapter.merged(event, [document]);
    const objection = adapter.whyNativeUnsupported(event, document, isDecidedElsewhere(member, event), payload);
    if (objection !== undefined) return new Failure("not carried", name, where, objection);
    const conflict = adapter.conflict([...before, document], event);
    return conflict === undefined ? document : new Failure("invalid decision", name, where, conflict);
  }

  /** After a tool, the same fields replace the result and deny nothing. */
  function isDenial(event: Event, document: Document): boolean {
    const { point, denial: refusal } = events[event];
    return refusal !== undefined && point !== "afterTool" && adapter.reasonOf(document, event) !== undefined;
  }

  /** Whether another handler decides on the call without seeing what this member changes. */
  function isDecidedElsewhere(member: Member, event: Event): boolean {
    const before = hook.members.slice(0, hook.members.indexOf(member));
    return (
      callsAreDecidedOn || before.some((other) => other.policy === "block" && nativeHandler(other, event) !== undefined)
    );
  }

  function nativeHandler(member: Member, event: Event) {
    return (member.hook.native as NativeTable)?.[host]?.[event];
  }

  function payloadOf(text: string): Payload {
    return parsed(text) as Payload;
  }

  /** Whether the hook can answer an event, or only receives it. */
  function canAnswer(event: Event): boolean {
    return events[event].point !== undefined || hook.members.some((member) => nativeHandler(member, event));
  }

  function failedAnswer(event: Event, failure: Failure, payload: Payload): Document | undefined {
    const mustDeny = (hook.blocks && canAnswer(event)) || (events[event].point === "beforeTool" && hook.guards);
    return afterFailure(failure, hook, mustDeny, () => adapter.denial(event, failure, payload));
  }

  /** A payload from another host. Denied in the format of its event if that is known, otherwise by the exit code. */
  function rejectUnrecognised(first: unknown): CallAnswer {
    const problem = `expected an event of ${host} with ${adapter.identifyingFields}`;
    const named = typeof first === "object" && first !== null ? adapter.eventOf(first as Payload) : undefined;
    const event = isKnown(configured) ? configured : named;
    return isKnown(event) ? undecodable(event, problem, first as Payload) : unknown(problem);
  }

  function isKnown(name: string | undefined): name is Event {
    return typeof name === "string" && Object.hasOwn(events, name);
  }

  function undecodable(event: Event, problem: string, payload: Payload): CallAnswer {
    return asAnswer(event, failedAnswer(event, new Failure("undecodable", hook.name, event, problem), payload));
  }

  /** A payload without a known event: only the exit code can deny it. */
  function unknown(problem: string): CallAnswer {
    return denyByExitCode(hook.guards, problem) ?? {};
  }

  /** An event that a later version of the host may have. */
  async function handleUnknownEvent(name: string, payload: Payload): Promise<CallAnswer> {
    const problem = `unknown ${host} event "${name}"`;
    const denied = denyByExitCode(hook.blocks, problem);
    if (denied !== undefined) return denied;
    await dispatcher.notify(adapter.hookEvent(payload));
    return {};
  }

  function denyByExitCode(denies: boolean, problem: string): CallAnswer | undefined {
    const failure = new Failure("undecodable", hook.name, "start", problem);
    return afterFailure(failure, hook, denies, () => ({ denial: `${failure.words}: ${problem}` }));
  }

  function asAnswer(event: Event, document: Document | undefined): CallAnswer {
    if (document === undefined) return {};
    // The launcher rejects control characters, and JSON does not escape this one.
    const text = stringify(document).replaceAll("\u007f", "\\u007f");
    const reason = adapter.reasonOf(document, event);
    if (reason === undefined) return { document: text };
    const written = parsed(text) as Document | undefined;
    // A dependency may have replaced `JSON.stringify`.
    const isNo = typeof written === "object" && written !== null && adapter.reasonOf(written, event) !== undefined;
    return { ...(isNo ? { document: text } : {}), denial: asWords(reason) };
  }

  return { answer, end: (graceMs) => dispatcher.stop(graceMs) };
}

/** With an empty stdout, Gemini CLI reads JSON on stderr as the answer, whatever the exit code (observed). */
function asWords(reason: string): string {
  return parsed(reason) === undefined ? reason : `refused: ${reason}`;
}
