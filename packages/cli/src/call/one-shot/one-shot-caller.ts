import { eventIn, partsWith } from "@agent-hook/sdk/internal/simulations";
import { didYouMean, isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import type { SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { usageError } from "../../command-error.js";
import type { CallFile } from "../call-file.js";
import { assertFlags, type CallFlags, callFlags } from "../call-flags.js";
import type { Caller, LoggedCall, PreparedCall } from "../caller.js";
import { type CallPoint, POINT_LIST, pointNamed } from "../points.js";
import { makeCall } from "./make-call.js";

/** A host that starts the hook for each event. */
export class OneShotCaller implements Caller {
  readonly #events: readonly string[];

  constructor(private readonly host: SimulatedHost) {
    this.#events = Object.keys(HOST_EVENTS[host.name] ?? {});
  }

  callAt(name: string, flags: CallFlags): PreparedCall {
    if (this.#events.includes(name)) {
      this.#assertPayload(name, flags);
      return this.#prepared(name, flags.payload);
    }
    return this.#callAtPoint(pointNamed(name, "", this.#events), flags);
  }

  callIn({ where, call }: CallFile, name: string | undefined): PreparedCall {
    const event = eventIn(this.host.simulation, call);
    if (event !== undefined) return this.#prepared(this.#eventNamed(event, `${where}: `), call);
    if (name !== undefined && this.#events.includes(name)) return this.#prepared(name, call);
    const { point = name } = call;
    if (typeof point !== "string") throw usageError(`${where}: expected a payload of ${this.host.name}, or a "point"`);
    return this.#callAtPoint(pointNamed(point, `${where}: `, this.#events), flagsIn(call));
  }

  loggedCall({ event = this.host.simulation.beforeTool, tool, arguments: args, cwd }: LoggedCall): PreparedCall {
    const { fields } = this.host.simulation;
    // The process starts in this folder and not in the call's, which nobody has checked.
    const folder = cwd === undefined ? {} : { [fields.folder ?? "cwd"]: cwd };
    return this.#prepared(event, { ...folder, [fields.tool]: tool, [fields.input]: args });
  }

  #callAtPoint(point: CallPoint, flags: CallFlags): PreparedCall {
    assertFlags(point, flags);
    const { beforeTool, afterTool, fields, result } = this.host.simulation;
    const { tool = "", args = {}, result: text = "", message, prompt = "", kind = "", payload } = flags;
    if (point === "onEvent") return this.#prepared(this.#eventNamed(kind), payload);
    if (point === "onPrompt") return this.#prepared(this.#promptEvent(), { prompt });
    if (point === "beforeLlm" || point === "afterLlm") return this.#modelCall(point, message);
    const call = { [fields.tool]: tool, [fields.input]: args };
    if (point !== "afterTool") return this.#prepared(beforeTool, call);
    return this.#prepared(afterTool, { ...call, [fields.result]: result(tool, text) });
  }

  #modelCall(point: "beforeLlm" | "afterLlm", message: string | undefined): PreparedCall {
    const { title, simulation } = this.host;
    const { model } = simulation;
    if (model === undefined) {
      throw usageError(
        `${title} calls no hooks about its model: expected before_tool, approve_tool, after_tool, event or one of its events, such as ${this.#events[0]}`,
      );
    }
    return point === "beforeLlm"
      ? this.#prepared(model.before, model.request(message ?? "Hello"))
      : this.#prepared(model.after, model.reply(message ?? ""));
  }

  #prepared(event: string, fields: JsonObject = {}): PreparedCall {
    return { point: event, make: (command, options) => makeCall(this.host, { event, fields }, command, options) };
  }

  /** Returns the event of a user's prompt. Every host with such an event names the field with its text `prompt`. */
  #promptEvent(): string {
    const [event] =
      Object.entries(HOST_EVENTS[this.host.name] ?? {}).find(([, { point }]) => point === "onPrompt") ?? [];
    if (event !== undefined) return event;
    throw usageError(`${this.host.title} does not call hooks for a prompt`);
  }

  #eventNamed(name: string, where = ""): string {
    if (this.#events.includes(name)) return name;
    const guess = didYouMean(name, this.#events);
    const { name: host, simulation } = this.host;
    throw usageError(
      `${where}unknown event "${name}"${guess}; expected one of ${host} such as ${simulation.beforeTool}`,
    );
  }

  /** Throws a usage error for a flag that belongs to a point: an event has only the host's own fields. */
  #assertPayload(event: string, flags: CallFlags): void {
    const stray = callFlags(flags).find((flag) => flag !== "payload");
    if (stray === undefined) return;
    const { name, payloads, simulation } = this.host;
    const { beforeTool, fields } = simulation;
    const example = JSON.stringify(partsWith(payloads[beforeTool] ?? {}, fields.tool, fields.input));
    throw usageError(
      `--${stray} is not an option of the event ${event}, which accepts ${name}'s own fields, such as --payload '${example}'; or name a point: ${POINT_LIST}`,
    );
  }
}

/** Returns the flags that say the same as a file. */
function flagsIn({ tool, arguments: args, result, message, prompt, kind, payload }: JsonObject): CallFlags {
  return {
    ...(tool === undefined ? {} : { tool: String(tool) }),
    ...(isObject(args) ? { args } : {}),
    ...(result === undefined ? {} : { result: String(result) }),
    ...(message === undefined ? {} : { message: String(message) }),
    ...(prompt === undefined ? {} : { prompt: String(prompt) }),
    ...(kind === undefined ? {} : { kind: String(kind) }),
    ...(isObject(payload) ? { payload } : {}),
  };
}
