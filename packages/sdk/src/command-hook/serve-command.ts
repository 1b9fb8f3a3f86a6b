import { describeIssues, stringify } from "@agent-hook/protocol/text";
import type { Calls, Point } from "../hook/calls.js";
import type { NativeTable } from "../hook/native.js";
import { type Awaitable, after, awaitable } from "../runtime/awaitable.js";
import type { Outcome, ToolCallOutcome } from "../runtime/call-state.js";
import { Dispatcher } from "../runtime/dispatcher.js";
import { Failure } from "../runtime/failure.js";
import { frozenCopy } from "../runtime/frozen-copy.js";
import { copyOf } from "../runtime/overlay.js";
import type { Member } from "../runtime/prepared-hook.js";
import { rulesOnCalls } from "../runtime/rules-on-calls.js";
import type { CallAnswer, CallService, Session } from "../runtime/session.js";
import { StartOnce } from "../runtime/start-once.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { parsed } from "../wire/message.js";
import type { OneShotAdapter } from "./adapter.js";
import { inWords } from "./in-words.js";

/** Serves the one call that a host starts a process for. */
export function serveCommand<Event extends string, Payload extends object, Document extends object>(
  { hook, version, clock, event: configured }: Session,
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
      refusal: (point, failure, call) => adapter.denialAt(point, failure, call as Calls[Point]) as never,
    },
    clock,
  );
  const callsAreRuledOn = rulesOnCalls(hook.members);
  const start = new StartOnce(dispatcher);

  async function answer(text: string, given?: string): Promise<CallAnswer> {
    const first = parsed(text);
    if (first === undefined) return unknown(`expected one JSON object on stdin, got ${inWords(text)}`);
    if (!adapter.recognise(first)) return rejectUnrecognised(first);
    const payload = first as Payload;
    const name = adapter.eventOf(payload);
    if (isKnown(configured) && name !== configured) {
      return undecodable(
        configured,
        `expected the event ${configured}, for which the hook was configured, got ${name}`,
        payload,
      );
    }
    if (!isKnown(name)) return handleUnknownEvent(name, payload);
    const event = name;
    try {
      const { document } = await awaitable(documentFor(event, payload, text, given));
      return checked(event, asAnswer(event, document));
    } catch (thrown) {
      return asAnswer(event, gaveUp(event, Failure.of(thrown, hook.name, event), payload));
    }
  }

  /** One wrong type, and a host may drop the whole answer: what JSON made of it is looked at. */
  function checked(event: Event, whole: CallAnswer): CallAnswer {
    if (whole.document === undefined) return whole;
    const said: unknown = JSON.parse(whole.document);
    const { error } = adapter.answerSchema(event).safeParse(said);
    if (error === undefined) return whole;
    throw new Failure("invalid decision", hook.name, event, `the answer has ${describeIssues(error.issues, said)}`);
  }

  async function documentFor(
    event: Event,
    payload: Payload,
    text: string,
    given: string | undefined,
  ): Promise<{ readonly document: Document | undefined }> {
    const problem = given ?? problemOf(event, payload) ?? inexactInput(event, text);
    if (problem !== undefined) {
      return { document: gaveUp(event, new Failure("undecodable", hook.name, event, problem), payload) };
    }
    const unstarted = await awaitable(start.run());
    if (unstarted !== undefined) {
      const failure = new Failure("not started", hook.name, event, "onStart had failed", unstarted);
      return { document: gaveUp(event, failure, payload) };
    }
    const { outcome } = await awaitable(atPoint(event, payload));
    // What a decision changes is told by the text: handlers can change the objects of the call.
    const portable = outcome === undefined ? undefined : adapter.encode(event, outcome, payloadOf(text));
    // Of a host that reads a changed result as a refusal, it is none here.
    if (outcome?.action !== "modify" && portable !== undefined && adapter.reasonOf(portable, event) !== undefined) {
      return { document: portable };
    }
    const documents = portable === undefined ? [] : [portable];
    // By index: a dependency may have put a `push` of its own into every list.
    for (const member of hook.members) {
      const { native } = await awaitable(natively(member, event, text, documents));
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

  /** What is wrong with the numbers in the input of a tool: whoever allows the call would allow another. */
  function inexactInput(event: Event, text: string): string | undefined {
    if (events[event].point === "afterTool") return undefined;
    const inexact = inexactJson(text);
    const { tool_input: input, toolArgs = input } = Object(inexact?.value) as Record<string, unknown>;
    const path = inexact?.pathIn(toolArgs);
    return path === undefined ? undefined : inexactProblem(path === "" ? "the tool's input" : path);
  }

  /** The outcome in an object: if a replaced `Promise` loses the value, that is an error and not "no opinion". */
  async function atPoint(event: Event, payload: Payload): Promise<{ readonly outcome: Outcome | ToolCallOutcome }> {
    const point = events[event].point;
    if (point === undefined) {
      await dispatcher.notify(adapter.hookEvent(payload));
      return { outcome: undefined };
    }
    if (point === "beforeLlm" && hook.tools.size > 0) {
      hook.log.warn(`${host} takes no tools from a hook: run the same file as an MCP server`);
    }
    const call = adapter.call(event, payload);
    const asked =
      point === "beforeTool" ? dispatcher.askToolCall(call as Calls["beforeTool"]) : dispatcher.ask<Point>(point, call);
    return await awaitable(after(asked as Awaitable<Outcome | ToolCallOutcome>, (outcome) => ({ outcome })));
  }

  /** What a member answers natively; `before`: what is answered already. */
  function natively(
    member: Member,
    event: Event,
    text: string,
    before: readonly Document[],
  ): Awaitable<{ readonly native: Document | undefined }> {
    const handler = nativeHandler(member, event);
    if (handler === undefined) return { native: undefined };
    // Made for each who looks at it: a handler can change what it is shown.
    const shown = () => (copyOf(before) as Document[]).reduce(adapter.changedBy, payloadOf(text));
    const where = /^\w+$/.test(host) ? `native.${host}.${event}` : `native["${host}"].${event}`;
    const value = dispatcher.runNative(member, where, (context) => handler(shown() as never, context as never));
    return after(value, (given) => {
      if (given === undefined) return { native: undefined };
      const answered = Failure.is(given) ? given : nativeAnswer(member, where, event, given, shown(), before);
      if (!Failure.is(answered)) return { native: answered };
      const said = member.policy === "block" ? adapter.denial(event, answered, shown()) : undefined;
      member.failed(answered, said === undefined ? "the host was told to go on" : "the call was refused");
      return { native: said };
    });
  }

  /** What goes out of what a handler returned: of a refusal, the refusal alone. */
  function nativeAnswer(
    member: Member,
    where: string,
    event: Event,
    value: unknown,
    payload: Payload,
    before: readonly Document[],
  ): Document | Failure | undefined {
    const { name } = member.hook;
    // The handler may keep its object, and change it.
    const document = frozenCopy(value) as Document;
    const { error } = adapter.answerSchema(event).safeParse(document);
    if (error !== undefined) {
      return new Failure("invalid decision", name, where, `returned ${describeIssues(error.issues, document)}`);
    }
    if (isDenial(event, document)) return adapter.merged(event, [document]);
    const objection = adapter.whyNativeUnsupported(event, document, isRuledOn(member, event), payload);
    if (objection !== undefined) return new Failure("not carried", name, where, objection);
    const conflict = adapter.conflict([...before, document], event);
    return conflict === undefined ? document : new Failure("invalid decision", name, where, conflict);
  }

  /** Of a result, a no can be the text in its place. */
  function isDenial(event: Event, document: Document): boolean {
    const { point, denial: refusal } = events[event];
    return refusal !== undefined && point !== "afterTool" && adapter.reasonOf(document, event) !== undefined;
  }

  /** Whether somebody has ruled on a call, or will, who would not know of what this member makes of it. */
  function isRuledOn(member: Member, event: Event): boolean {
    const before = hook.members.slice(0, hook.members.indexOf(member));
    return (
      callsAreRuledOn || before.some((other) => other.policy === "block" && nativeHandler(other, event) !== undefined)
    );
  }

  function nativeHandler(member: Member, event: Event) {
    return (member.hook.native as NativeTable)?.[host]?.[event];
  }

  function payloadOf(text: string): Payload {
    return parsed(text) as Payload;
  }

  /** Whether the hook has a say in an event, or is only told. */
  function rules(event: Event): boolean {
    return events[event].point !== undefined || hook.members.some((member) => nativeHandler(member, event));
  }

  function gaveUp(event: Event, failure: Failure, payload: Payload): Document | undefined {
    const mustRefuse = (hook.blocks && rules(event)) || (events[event].point === "beforeTool" && hook.guards);
    const said = mustRefuse ? adapter.denial(event, failure, payload) : undefined;
    hook.failed(failure, said === undefined ? "the host was told to go on" : "the call was refused");
    return said;
  }

  /** What has not the marks of this host: its events are refused by name, and by the exit code what has none. */
  function rejectUnrecognised(first: unknown): CallAnswer {
    const problem = `expected an event of ${host}: ${adapter.marks}`;
    const named = typeof first === "object" && first !== null ? adapter.eventOf(first as Payload) : undefined;
    const event = isKnown(configured) ? configured : named;
    return isKnown(event) ? undecodable(event, problem, first as Payload) : unknown(problem);
  }

  function isKnown(name: string | undefined): name is Event {
    return typeof name === "string" && Object.hasOwn(events, name);
  }

  function undecodable(event: Event, problem: string, payload: Payload): CallAnswer {
    return asAnswer(event, gaveUp(event, new Failure("undecodable", hook.name, event, problem), payload));
  }

  /** What no document could say no to. */
  function unknown(problem: string): CallAnswer {
    const failure = new Failure("undecodable", hook.name, "start", problem);
    hook.failed(failure, hook.guards ? "the call was refused" : "the host was told to go on");
    return hook.guards ? { denial: `${failure.words}: ${problem}` } : {};
  }

  /** An event that this host may have in a later version. */
  async function handleUnknownEvent(name: string, payload: Payload): Promise<CallAnswer> {
    const problem = `"${name}" is no event of ${host} that is known`;
    const failure = new Failure("undecodable", hook.name, "start", problem);
    hook.failed(failure, hook.blocks ? "the call was refused" : "the host was told to go on");
    if (hook.blocks) return { denial: `${failure.words}: ${problem}` };
    await dispatcher.notify(adapter.hookEvent(payload));
    return {};
  }

  function asAnswer(event: Event, document: Document | undefined): CallAnswer {
    if (document === undefined) return {};
    // The launcher takes no control character, and JSON leaves this one as it is.
    const text = stringify(document).replaceAll("\u007f", "\\u007f");
    const reason = adapter.reasonOf(document, event);
    if (reason === undefined) return { document: text };
    const written = parsed(text) as Document | undefined;
    // A dependency may have replaced what makes the text.
    const isNo = typeof written === "object" && written !== null && adapter.reasonOf(written, event) !== undefined;
    return { ...(isNo ? { document: text } : {}), denial: asWords(reason) };
  }

  return { answer, end: (graceMs) => dispatcher.stop(graceMs) };
}

/** What Gemini CLI finds on stderr beside an empty stdout is an answer if it is JSON, whatever the exit code (run). */
function asWords(reason: string): string {
  return parsed(reason) === undefined ? reason : `refused: ${reason}`;
}
