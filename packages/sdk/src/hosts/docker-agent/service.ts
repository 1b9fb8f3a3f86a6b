import { describeIssues } from "@agent-hook/protocol/text";
import type { Calls, Point } from "../../hook/calls.js";
import { type Decisions, modify } from "../../hook/decisions.js";
import type { NativeTable } from "../../hook/native.js";
import { Dispatcher } from "../../runtime/dispatcher.js";
import { Failure } from "../../runtime/failure.js";
import type { Member } from "../../runtime/prepared-hook.js";
import { refusalOf } from "../../runtime/refusal.js";
import type { CallAnswer, CallService, Session } from "../../runtime/session.js";
import { StartOnce } from "../../runtime/start-once.js";
import { parsed } from "../../wire/message.js";
import { answerSchema } from "./answers.js";
import { capabilities } from "./capabilities.js";
import { calls, hookEvent, identify } from "./decode.js";
import { type Document, merged, reasonOf, refusal, rewrittenTwice, withResult } from "./documents.js";
import { encodeDecision } from "./encode.js";
import { EVENTS, type EventName, type EventRules, isEvent } from "./events.js";
import type { DockerAgentEvent } from "./native.js";
import { nativeObjection } from "./native-objections.js";
import { objection } from "./objections.js";
import { payloadSchema } from "./payloads.js";
import { recognise } from "./recognise.js";

const HOST = capabilities.host;
const NO_TOOLS = "docker-agent takes no tools from a hook: run the same file as an MCP server";
/** These are never called without arguments: where none are sent, the host could not read them, but may run them. */
const TAKES_ARGUMENTS: ReadonlySet<string> = new Set(["shell", "write", "edit"]);

/** Serves the one call that docker-agent starts a process for. */
export function serveCall({ hook, version, lane, clock }: Session): CallService {
  const asker = { ...(version === undefined ? {} : { version }), ...(lane === undefined ? {} : { lane }) };
  const dispatcher = new Dispatcher(
    hook,
    {
      host: { name: HOST, ...(version === undefined ? {} : { version }), capabilities },
      identify,
      objection: (point, call, decision) => objection(point, call, decision, asker),
      refusal: (point, failure) => refusalAt(point, failure) as never,
    },
    clock,
  );
  const approves = hook.members.some((member) => member.hook.approveTool !== undefined);
  const start = new StartOnce(dispatcher);

  async function answer(text: string): Promise<CallAnswer> {
    const payload = parsed(text);
    if (payload === undefined) return unknown(`expected one JSON object on stdin, got ${inWords(text)}`);
    if (!recognise(payload)) return unknown("expected an event of docker-agent: session_id, cwd and hook_event_name");
    const input = payload as DockerAgentEvent;
    const event = input.hook_event_name;
    if (!isEvent(event)) return unknown(`"${event}" is no event of docker-agent that is known`, input);
    try {
      return checked(event, asAnswer(await documentFor(event, input)));
    } catch (thrown) {
      return asAnswer(gaveUp(event, Failure.of(thrown, hook.name, event)));
    }
  }

  /** One wrong type, and docker-agent takes the whole answer for text: what JSON made of it is looked at. */
  function checked(event: EventName, whole: CallAnswer): CallAnswer {
    const said: unknown = whole.document === undefined ? {} : JSON.parse(whole.document);
    const { error } = answerSchema.safeParse(said);
    if (error === undefined) return whole;
    throw new Failure("invalid decision", hook.name, event, `the answer has ${describeIssues(error.issues, said)}`);
  }

  async function documentFor(event: EventName, input: DockerAgentEvent): Promise<Document | undefined> {
    const problem = problemOf(event, input);
    if (problem !== undefined) return gaveUp(event, new Failure("undecodable", hook.name, event, problem));
    const unstarted = await start.run();
    if (unstarted !== undefined) {
      return gaveUp(event, new Failure("not started", hook.name, event, "onStart had failed", unstarted));
    }
    const portable = await atPoint(event, input);
    if (portable !== undefined && reasonOf(portable) !== undefined) return portable;
    const native: (Document | undefined)[] = [];
    for (const member of hook.members) native.push(await natively(member, event, input));
    const documents = [portable, ...native].filter((document) => document !== undefined);
    const twice = rewrittenTwice(documents);
    if (twice === undefined) return merged(event, documents);
    throw new Failure("invalid decision", hook.name, event, `${twice} is given twice: change it in one handler`);
  }

  async function atPoint(event: EventName, input: DockerAgentEvent): Promise<Document | undefined> {
    const { point }: EventRules = EVENTS[event];
    if (point === undefined) {
      await dispatcher.tell(hookEvent(input));
      return undefined;
    }
    if (point === "beforeLlm" && hook.tools.size > 0) hook.log.warn(NO_TOOLS);
    const call = calls[point as keyof typeof calls](input as never) as Calls[Point];
    const outcome =
      point === "beforeTool" ? dispatcher.askOnce(call as Calls["beforeTool"]) : dispatcher.ask(point, call);
    return encodeDecision(event, await outcome);
  }

  async function natively(member: Member, event: EventName, input: DockerAgentEvent): Promise<Document | undefined> {
    const handler = nativeHandler(member, event);
    if (handler === undefined) return undefined;
    const where = `native["${HOST}"].${event}`;
    const value = await dispatcher.runNative(member, where, (context) => handler(input as never, context as never));
    const failure = value instanceof Failure ? value : nativeFailure(member, where, event, value);
    if (failure === undefined) return value as Document | undefined;
    const said = member.policy === "block" ? noTo(event, failure) : undefined;
    member.failed(failure, said === undefined ? "the host was told to go on" : "the call was refused");
    return said;
  }

  function nativeFailure(member: Member, where: string, event: EventName, value: unknown): Failure | undefined {
    if (value === undefined) return undefined;
    const { name } = member.hook;
    const { error } = answerSchema.safeParse(value);
    if (error !== undefined) {
      return new Failure("invalid decision", name, where, `returned ${describeIssues(error.issues, value)}`);
    }
    const objection = nativeObjection(event, value as Document, approves);
    return objection === undefined ? undefined : new Failure("not carried", name, where, objection);
  }

  /** Whether the hook has a say in an event, or is only told. */
  function rules(event: EventName): boolean {
    const { point }: EventRules = EVENTS[event];
    return point !== undefined || hook.members.some((member) => nativeHandler(member, event) !== undefined);
  }

  function gaveUp(event: EventName, failure: Failure): Document | undefined {
    const said =
      (hook.blocks && rules(event)) || (event === "pre_tool_use" && approves) ? noTo(event, failure) : undefined;
    hook.failed(failure, said === undefined ? "the host was told to go on" : "the call was refused");
    return said;
  }

  /** What is no event of this host at all: no document could say no to it. */
  async function unknown(problem: string, told?: DockerAgentEvent): Promise<CallAnswer> {
    const failure = new Failure("undecodable", hook.name, "start", problem);
    hook.failed(failure, hook.blocks ? "the call was refused" : "the host was told to go on");
    if (told !== undefined && !hook.blocks) await dispatcher.tell(hookEvent(told));
    return hook.blocks ? { refusal: `${failure.words}: ${problem}` } : {};
  }

  return { answer, end: (graceMs) => dispatcher.stop(graceMs) };
}

function nativeHandler(member: Member, event: EventName) {
  return (member.hook.native as NativeTable)?.[HOST]?.[event];
}

function problemOf(event: EventName, input: DockerAgentEvent): string | undefined {
  const { error } = payloadSchema(event).safeParse(input);
  if (error !== undefined) return describeIssues(error.issues, input);
  if (event !== "pre_tool_use" || input.tool_input !== undefined) return undefined;
  const { kind } = identify(String(input.tool_name));
  return TAKES_ARGUMENTS.has(kind) ? "tool_input is missing: the host could not read the arguments" : undefined;
}

function noTo(event: EventName, failure: Failure): Document | undefined {
  return event === "tool_response_transform" ? withResult(withheldText(failure)) : refusal(event, failure.words);
}

/** Nothing is read of an answer to a reply of the model. */
function refusalAt(point: Point, failure: Failure): Decisions[Point] | undefined {
  if (point === "afterLlm") return undefined;
  const withheld: Decisions["afterTool"] = modify({ result: withheldText(failure) });
  return point === "afterTool" ? withheld : refusalOf(point, failure.words);
}

function withheldText({ id }: Failure): string {
  return `[withheld: hook failed, ${id}]`;
}

/** Text that is no JSON. */
function inWords(text: string): string {
  if (text.trim() === "") return "nothing";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => parsed(line) !== undefined)) return `${lines.length} lines of JSON`;
  return /^[\s\uFEFF]*\{/.test(text) ? "JSON with a mistake, such as an end that is missing" : "other text";
}

function asAnswer(document: Document | undefined): CallAnswer {
  if (document === undefined) return {};
  const reason = reasonOf(document);
  return { document: JSON.stringify(document), ...(reason === undefined ? {} : { refusal: reason }) };
}
