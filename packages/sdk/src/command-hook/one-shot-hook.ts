import type { Calls, Point } from "../hook/calls.js";
import type { HookEvent } from "../hook/events.js";
import { whyGuardUnmatched } from "../hook/unmatched-filter.js";
import { describedHost } from "../runtime/described-host.js";
import { Dispatcher } from "../runtime/dispatcher.js";
import { afterFailure, Failure } from "../runtime/failure.js";
import type { Observation } from "../runtime/observation.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer, CallSession } from "../runtime/session.js";
import { stringify } from "../text/index.js";
import { parseJson } from "../wire/message.js";
import type { OneShotAdapter } from "./adapter.js";
import { decodeEvent } from "./decode-event.js";
import type { CommandEvent } from "./events.js";
import { fieldIn } from "./fields.js";
import { NativeHandlers } from "./native-handlers.js";

/** A hook under one one-shot host: what all its calls share. */
export class OneShotHook<Event extends string, Payload extends object, Document extends object> {
  readonly hook: PreparedHook;
  readonly dispatcher: Dispatcher;
  readonly native: NativeHandlers<Event, Payload, Document>;
  /** Why a guard can never match a tool of the host. */
  readonly unmatched: string | undefined;

  constructor(
    { hook, version, clock }: CallSession,
    readonly adapter: OneShotAdapter<Event, Payload, Document>,
  ) {
    const { capabilities, tools } = adapter;
    this.hook = hook;
    this.dispatcher = new Dispatcher(
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
    this.native = new NativeHandlers(this.dispatcher, adapter);
    // Without the names: a later version of the host may have a tool of that spelling.
    this.unmatched = tools && whyGuardUnmatched(hook.members, capabilities.host, { kinds: tools.kinds });
  }

  /** Returns the name of a payload's event, even if the SDK does not know it, or `""`. */
  eventNameOf(payload: Payload): string {
    const { adapter } = this;
    return adapter.eventOf?.(payload) ?? (fieldIn(payload, adapter.fields.event) as string);
  }

  isKnown(name: string | undefined): name is Event {
    return typeof name === "string" && Object.hasOwn(this.adapter.events, name);
  }

  eventOf(name: string, payload: Payload): HookEvent {
    const { adapter } = this;
    const rules: CommandEvent = this.isKnown(name) ? adapter.events[name] : {};
    const fields = payload as Readonly<Record<string, unknown>>;
    const commonFields = [...adapter.commonFields, adapter.fields.event ?? ""];
    return decodeEvent(name, rules, fields, adapter.sourceOf(payload), commonFields);
  }

  failedAnswer(
    event: Event,
    failure: Failure,
    payload: Payload,
    observation: Observation | undefined,
  ): Document | undefined {
    const isGuarded = this.adapter.events[event].point === "beforeTool" && this.hook.guards;
    const mustDeny = (this.hook.blocks && this.#canAnswer(event)) || isGuarded;
    return afterFailure(failure, this.hook, mustDeny, () => this.adapter.denial(event, failure, payload), observation);
  }

  /** Returns whether the hook can answer an event. Otherwise, it only receives the event. */
  #canAnswer(event: Event): boolean {
    const { point } = this.adapter.events[event];
    const { hook, native } = this;
    if (point === "onPrompt") return hook.members.some((member) => member.hook.onPrompt) || native.handles(event);
    return point !== undefined || native.handles(event);
  }

  /** Returns the denial of an input without a known event, if `denies`. */
  denyByExitCode(denies: boolean, problem: string, observation: Observation | undefined): CallAnswer | undefined {
    const failure = new Failure("undecodable", this.hook.name, "start", problem);
    const denial = () => ({ denial: `${failure.publicText}: ${problem}` });
    return afterFailure(failure, this.hook, denies, denial, observation);
  }

  answerWith(event: Event, document: Document | undefined): CallAnswer {
    if (document === undefined) return {};
    // The launcher rejects control characters, and `JSON.stringify` does not escape this one.
    const text = stringify(document).replaceAll("\u007f", "\\u007f");
    const reason = this.adapter.whyDenied(document, event);
    if (reason === undefined) return { document: text };
    // Parses a denial again before it is sent: a dependency may have replaced the functions that wrote the text.
    const written = parseJson(text) as Document | undefined;
    const isObject = typeof written === "object" && written !== null;
    const denies = isObject && this.adapter.whyDenied(written, event) !== undefined;
    return { ...(denies ? { document: text } : {}), denial: withoutJson(reason) };
  }
}

const MAYBE_JSON = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/;

/** With an empty stdout, Gemini CLI reads JSON on stderr as the answer, whatever the exit code (observed). */
function withoutJson(reason: string): string {
  return MAYBE_JSON.test(reason) && parseJson(reason) !== undefined ? `denied: ${reason}` : reason;
}
