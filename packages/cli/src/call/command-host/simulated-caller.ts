import { eventIn, partsWith } from "@agent-hook/sdk/internal/simulations";
import { isBefore, type JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { commandHost, type SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { usageError } from "../../command-error.js";
import type { HookSummary } from "../../host-config/index.js";
import { eventsForHook } from "../../host-config/installs.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { CallFlags } from "../call-from-flags.js";
import type { CallDecision } from "../decision.js";
import type { CallPoint } from "../points.js";
import { decisionOf } from "./host-decision.js";

/** A call as the host makes it: an event with its fields. */
export interface EventCall {
  readonly event: string;
  readonly fields: JsonObject;
}

/** A call and its result. */
export interface CallResult {
  readonly event: string;
  readonly payload: JsonObject;
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code or the signal. `null` if the process did not end. */
  readonly exit: number | string | null;
  /** Milliseconds from the start of the command to its end. */
  readonly ms: number;
  readonly effect: object;
  readonly decision: CallDecision;
}

/** How long the call waits where the real host would wait forever, in seconds. */
const MAX_WAIT_S = 5;

/** A one-shot host, as the `call` command uses it. */
export class SimulatedCaller {
  readonly name: string;
  /** The display name, with the version. */
  readonly title: string;
  readonly events: readonly string[];
  /** An event and payload fields for error messages. */
  readonly example: { readonly event: string; readonly payload: string };

  constructor(private readonly host: SimulatedHost) {
    const { name, title, version, variant = "", payloads, simulation } = host;
    const { beforeTool, fields, variants } = simulation;
    const setting = variants?.[variant]?.setting;
    const example = partsWith(payloads[beforeTool] ?? {}, fields.tool, fields.input);
    this.name = name;
    this.title = `${title} ${version}${setting === undefined ? "" : ` (${setting})`}`;
    this.events = Object.keys(HOST_EVENTS[name] ?? {});
    this.example = { event: beforeTool, payload: JSON.stringify(example) };
  }

  /** Returns the call at a point. Throws a usage error if the host has no event for it. */
  callAt(point: Exclude<CallPoint, "onEvent">, flags: CallFlags): EventCall {
    const { beforeTool, afterTool, fields, result } = this.host.simulation;
    const { tool = "", args = {}, result: text = "", message, prompt } = flags;
    if (point === "onPrompt") return { event: this.#promptEvent(), fields: { prompt: prompt ?? "" } };
    if (point === "beforeLlm" || point === "afterLlm") return this.#modelCall(point, message);
    const call = { [fields.tool]: tool, [fields.input]: args };
    if (point !== "afterTool") return { event: beforeTool, fields: call };
    return { event: afterTool, fields: { ...call, [fields.result]: result(tool, text) } };
  }

  /** Returns the call in a payload that the host wrote, or `undefined` if the payload does not name its event. */
  callIn(payload: JsonObject): EventCall | undefined {
    const event = eventIn(this.host.simulation, payload);
    return event === undefined ? undefined : { event, fields: payload };
  }

  /** Starts the hook for one event. Throws a usage error for an event that the host's version does not support. */
  async call(hook: LaunchedHook, { event, fields }: EventCall, timeoutMs: number | undefined): Promise<CallResult> {
    const { host } = this;
    const { command, timeout } = hook.commandAt(event, host);
    const seconds = timeoutMs === undefined ? timeout : timeoutMs / 1000;
    const agent = commandHost(host.text, { timeout: seconds, patience: MAX_WAIT_S });
    const startedAt = performance.now();
    const { payload, answer, effect } = await agent.ask(event, command, fields).catch((error: Error) => {
      throw usageError(error.message, error);
    });
    const ms = performance.now() - startedAt;
    const { stdout = "", stderr = "", exit, signal } = answer;
    const decision = decisionOf({ host, event, payload, answer, effect });
    return { event, payload, stdout, stderr, exit: exit ?? signal ?? null, ms, effect, decision };
  }

  /** Returns further notes about an event, for a hook with a manifest. */
  notesAbout(event: string, manifest: HookSummary): string[] {
    const { name, payloads, simulation } = this.host;
    const events = HOST_EVENTS[name] ?? {};
    const hangingEvents = Object.keys(events).filter((one) => events[one]?.hangs);
    const hookEvents = eventsForHook(name, manifest, hangingEvents);
    const handled = simulation.allEvents ? hookEvents.filter((one) => Object.hasOwn(payloads, one)) : hookEvents;
    const eventNote =
      hangingEvents.includes(event) && manifest.points.includes("onEvent") && manifest.events === undefined
        ? `onEvent handles ${event}, but config only adds it if the hook lists it under native: headless runs hang there`
        : `the hook does not handle ${event}; it handles ${handled.join(", ") || "nothing"}`;
    return [...(handled.includes(event) ? [] : [eventNote]), ...this.#variantNotes(event)];
  }

  /** Names the variants that are called instead of this one if the host's rules permit the tool call. */
  #variantNotes(event: string): string[] {
    const { name, title, version, variant, simulation } = this.host;
    const skipping = simulation.skipsPermitted?.[event] ?? [];
    if (!skipping.includes(variant)) return [];
    return Object.entries(simulation.variants ?? {})
      .filter(([other, { since }]) => !skipping.includes(other) && !isBefore(version, since))
      .map(
        ([other]) =>
          `if its own rules permit a call, ${title} only calls the other variant: --host ${name}@${version}/${other}`,
      );
  }

  /** Returns the event of a user's prompt. Every host with such an event names the field with its text `prompt`. */
  #promptEvent(): string {
    const [event] = Object.entries(HOST_EVENTS[this.name] ?? {}).find(([, { point }]) => point === "onPrompt") ?? [];
    if (event !== undefined) return event;
    throw usageError(`${this.host.title} does not call hooks for a prompt`);
  }

  #modelCall(point: "beforeLlm" | "afterLlm", message: string | undefined): EventCall {
    const { title, simulation } = this.host;
    const { model } = simulation;
    if (model === undefined) {
      throw usageError(
        `${title} calls no hooks about its model: expected before_tool, approve_tool, after_tool, event or one of its events, such as ${this.events[0]}`,
      );
    }
    return point === "beforeLlm"
      ? { event: model.before, fields: model.request(message ?? "Hello") }
      : { event: model.after, fields: model.reply(message ?? "") };
  }
}
