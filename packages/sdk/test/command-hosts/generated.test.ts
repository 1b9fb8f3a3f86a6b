import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CommandHost, commandHosts } from "../../../../scripts/generate-schemas.js";
import { eventIn, fieldIn, withFields } from "../../src/host-tools/payload-fields.js";
import { approve, commandOf, defineHook, type Hook, modify, reject, type ToolCall } from "../../src/index.js";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import { hostFlag } from "../../src/serve/hosts.js";
import type { Fields } from "../spawn-hook.js";
import { asked } from "./asked.js";
import { expectForDamaged, odd, parsed } from "./generated-payloads.js";
import {
  HOSTS_WITH_SILENT_APPROVAL,
  hasOwnTools,
  recordings,
  shellCall,
  silenceOf,
  simulationOf,
} from "./recordings.js";

const COMMAND = "echo ran-it";

/** Approves only what is known to be harmless. */
const guardOf = (isHarmless: (call: ToolCall) => boolean): Hook =>
  defineHook({
    name: "guard",
    onFailure: "block",
    beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one, content: `${one.content}.` })) }),
    afterTool: ({ result }) => modify({ result: result.forLlm.trim() }),
    approveTool: (call) => (isHarmless(call) ? approve() : reject("not known")),
  });

describe.each(HOSTS_WITH_SILENT_APPROVAL)("a block hook with generated payloads of %s", (host) => {
  const simulation = simulationOf(host);
  const { beforeTool: before, fields, shellTool: shell, shellField = "command" } = simulation;
  const { tool, input: args } = fields;
  const { answer } = commandHosts[host] as CommandHost;
  const events = Object.keys(HOST_EVENTS[host] ?? {});
  const guard = guardOf((call) =>
    hasOwnTools(host)
      ? call.kind === "shell" && commandOf(call) === COMMAND
      : call.tool === shell && call.arguments[shellField] === COMMAND,
  );
  const harmless = shellCall(host, { [shellField]: COMMAND });
  const calls = recordings.filter((one) => one.host === host && one.event === before);
  const others = recordings.filter((one) => one.host === host);

  /** Checks the essential rule: silence approves a call, so it may only follow a call that the guard approves. */
  async function holds(text: string): Promise<void> {
    const { text: stdout, document, denial } = await asked(guard, text, { host: hostFlag(host, before) });
    if (stdout === undefined && denial !== undefined) return;
    if (stdout === undefined || stdout === silenceOf(host, before)) {
      const payload = parsed(text) as Fields;
      const isAnother = (eventIn(simulation, payload) ?? before) !== before;
      if (!isAnother)
        expect([fieldIn(payload, tool), (fieldIn(payload, args) as Fields)[shellField]], text).toEqual([
          shell,
          COMMAND,
        ]);
      return;
    }
    expect(stdout).not.toContain("\n");
    const valid = events.some(
      (event) => (typeof answer === "function" ? answer(event as never) : answer).safeParse(document).success,
    );
    expect(valid, stdout).toBe(true);
  }

  it("prints nothing for what it approves", async () => {
    expect((await asked(guard, harmless, { host })).text).toBe(silenceOf(host, before));
    for (const { payload } of calls) expect((await asked(guard, payload, { host })).document).toMatchObject({});
  });

  it("approves a tool call with one value replaced, added or removed only if the guard does", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(harmless, ...calls.map(({ payload }) => payload)),
        fc.constantFrom(...new Set(others.flatMap(({ payload }) => Object.keys(payload)))),
        fc.option(odd, { nil: undefined }),
        (payload, key, value) => holds(JSON.stringify({ ...payload, [key]: value })),
      ),
    ));

  it("approves a tool call with generated arguments only if the policy does", () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.dictionary(fc.constantFrom(shellField, "cmd", "cwd", "__proto__", "toJSON"), odd), odd),
        fc.constantFrom(shell, "view", "read_file", "edit", "mcp_x", ""),
        (input, name) => holds(JSON.stringify(withFields(harmless, { [tool]: name, [args]: input }))),
      ),
    ));

  it("never approves a payload with cut, doubled or foreign bytes", () =>
    expectForDamaged([JSON.stringify(harmless), ...others.map(({ text }) => text)], 1500, holds));

  it("answers any text", () => fc.assert(fc.asyncProperty(fc.oneof(fc.string(), fc.json()), holds)));
});
