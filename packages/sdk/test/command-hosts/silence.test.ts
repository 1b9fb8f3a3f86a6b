import { describe, expect, it } from "vitest";
import { approve, type Calls, defineHook, type Hook, type HookEvent } from "../../src/index.js";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import { hostFlag } from "../../src/serve/hosts.js";
import { asked } from "./asked.js";
import { COMMAND_HOSTS, recordings, silenceOf } from "./recordings.js";

/** Returns a hook that records everything it receives and decides nothing. */
function notes(host: string) {
  const calls: { -readonly [P in keyof Calls]?: Calls[P] } = {};
  const received: HookEvent[] = [];
  const native: unknown[] = [];
  const note =
    <P extends keyof Calls>(point: P) =>
    (call: Calls[P]) => {
      calls[point] = call;
    };
  const events = Object.keys(HOST_EVENTS[host] ?? {});
  const hook = defineHook({
    name: "notes",
    onFailure: "block",
    onPrompt: note("onPrompt"),
    beforeLlm: note("beforeLlm"),
    afterLlm: note("afterLlm"),
    beforeTool: note("beforeTool"),
    afterTool: note("afterTool"),
    approveTool: (call) => {
      calls.approveTool = call;
      return approve();
    },
    onEvent: (event) => received.push(event),
    native: { [host]: Object.fromEntries(events.map((event) => [event, (input: unknown) => void native.push(input)])) },
  });
  return { hook: hook as Hook, calls, received, native };
}

describe.each(COMMAND_HOSTS)("the recorded payloads of %s", (host) => {
  const ofHost = recordings.filter((recorded) => recorded.host === host);

  it.each(ofHost.map((recorded) => [recorded.where, recorded] as const))(
    "%s reaches one point or onEvent, and the native handler; a hook that changes nothing prints nothing",
    async (_where, { event, text, payload }) => {
      for (const ask of [
        (hook: Hook) => asked(hook, text, { host }),
        (hook: Hook) => asked(hook, payload),
        (hook: Hook) => asked(hook, text, { host: hostFlag(host, event) }),
      ]) {
        const { hook, calls, received, native } = notes(host);
        const answer = await ask(hook);
        expect(answer).toMatchObject({ text: silenceOf(host, event), denial: undefined, failures: [], stderr: "" });
        const { point, kind = "other" } = HOST_EVENTS[host]?.[event] ?? {};
        expect(Object.keys(calls)).toEqual(
          // Qwen Code sends the event again with an empty prompt.
          point === undefined || payload.prompt === ""
            ? []
            : point === "beforeTool"
              ? ["beforeTool", "approveTool"]
              : [point],
        );
        for (const call of Object.values(calls)) expect(call.raw).toEqual(payload);
        expect(received).toMatchObject(
          point === undefined || point === "onPrompt" ? [{ kind, hostKind: event, raw: payload }] : [],
        );
        expect(native).toEqual([payload]);
      }
    },
  );
});
