import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchangesOf, filesOf, type Json, recordedParams, type Version } from "../../rules/recorded-calls.js";
import { type Managed, manage, puppet, type Scripts } from "../../start-manager.js";

// Compares what `runTool` adds to the calls' own content with the recordings.

const OBSERVED = [
  ["v0.2.6", "hook.event"],
  ["v0.2.7", "hook.event"],
  ["v0.2.8", "hook.event"],
  ["v0.2.9", "hook.runtime_event"],
  ["v0.3.0", "hook.runtime_event"],
] as const;

describe.each(OBSERVED)("a tool round of %s", (version, eventMethod) => {
  let managed: Managed;
  beforeAll(async () => {
    managed = await manage({ processes: { probe: puppet({ observe: ["*"] }) } }, { version });
  });
  afterAll(() => managed.manager.close());

  /** Runs the first round of a recording again. Returns what the hook received then and now. */
  async function again(file: string): Promise<{ readonly there: readonly Json[]; readonly here: readonly Json[] }> {
    const exchanges = exchangesOf(filesOf(version).get(file) ?? []);
    const start = exchanges.findIndex(({ method }) => method === "hook.before_tool");
    const end = exchanges.findIndex(({ method }, index) => index > start && method === "hook.before_llm");
    const round = exchanges.slice(start, end);
    const scripts: Scripts = {
      probe: Object.fromEntries(round.map(({ method, answer }) => [method, { result: answer }])),
    };
    const result = round.find(({ method }) => method === "hook.after_tool")?.params.result;
    await managed.received();
    await managed.manager.runTool({ ...round[0]?.params, scripts }, () => result);
    return { there: round, here: await managed.received() };
  }

  const events = (received: readonly Json[]) =>
    received
      .filter(({ method }) => method === eventMethod)
      .map(({ params: { Kind, kind, Payload, payload } }) => [Kind ?? kind, Payload ?? payload] as const);

  test.each(["tool-call", "deny-tool", "reject-tool", "plugin-tool", "modify-result"])(
    "%s: the events of a tool have the kinds and payloads of this version",
    async (file) => {
      const { there, here } = await again(file);
      const withoutDurations = ([kind, { Duration: _d, ForLLMLen: _l, ...payload }]: readonly [unknown, Json]) => [
        kind,
        payload,
      ];
      expect(events(here).map(withoutDurations)).toEqual(events(there).map(withoutDurations));
      expect(events(here).length).toBeGreaterThan(0);
    },
  );

  test.each(["tool-call", "plugin-tool", "modify-result"])(
    "%s: tool_exec_end has the size of the text that the model reads, after every hook",
    async (file) => {
      const { there, here } = await again(file);
      const length = (received: readonly Json[]) => events(received).at(-1)?.[1].ForLLMLen;
      expect(length(here)).toBe(length(there));
    },
  );

  test("approve_tool and after_tool carry the call's origin as this version does", async () => {
    const { there, here } = await again("tool-call");
    const places = (received: readonly Json[]) =>
      received
        .filter(({ params }) => "tool" in params)
        .map(({ method, params: { channel, chat_id, context } }) => ({ method, channel, chat_id, context }));
    expect(places(here)).toEqual(places(there));
  });

  const testOld = eventMethod === "hook.event" ? test : () => {};
  testOld("hook.event {Kind, Time, Meta, Context? (v0.2.7+), Payload}", async () => {
    const { there, here } = await again("tool-call");
    const keys = (received: readonly Json[]) =>
      received.filter(({ method }) => method === eventMethod).map(({ params }) => Object.keys(params).sort());
    expect(keys(here)).toEqual(keys(there));
  });

  test.each(eventMethod === "hook.runtime_event" ? ["tool-call", "deny-tool", "reject-tool"] : [])(
    "%s: the events have the severity of the recorded ones",
    async (file) => {
      const { there, here } = await again(file);
      const severities = (received: readonly Json[]) =>
        received.filter(({ method }) => method === eventMethod).map(({ params }) => params.severity);
      expect(severities(here)).toEqual(severities(there));
    },
  );

  test("an abort after the tool ends the round without tool_exec_end (code)", async () => {
    const params = recordedParams(version as Version, "hook.before_tool");
    const scripts: Scripts = { probe: { "hook.after_tool": { result: { action: "abort_turn", reason: "enough" } } } };
    await managed.received();
    const outcome = await managed.manager.runTool({ ...params, scripts }, () => "done");
    expect(outcome).toMatchObject({ outcome: "aborted", scope: "turn", reason: "enough", by: "probe", text: "" });
    expect(events(await managed.received()).map(([kind]) => kind)).toEqual([
      eventMethod === "hook.event" ? 8 : "agent.tool.exec_start",
    ]);
  });
});
