import { EVENT_KINDS, RUNTIME_EVENT_KINDS, type RuntimeEventParams } from "@agent-hook/picoclaw/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordings } from "../../../../sdk/test/protocol/recordings.js";
import { type Managed, manage, puppet } from "../../start-manager.js";

const EVENTS = recordings
  .filter(({ version, method }) => version === "v0.2.9" && method === "hook.runtime_event")
  .map(({ body }) => body as RuntimeEventParams);

const OBSERVE = {
  everything: ["*"],
  all: ["all"],
  empty: [""],
  mixed: ["turn_end", "*"],
  old: ["tool_exec_end", "turn_start"],
  new: ["agent.tool.exec_end", "gateway.ready"],
} as const;

function start(version: string): Promise<Managed> {
  const processes = Object.fromEntries(
    Object.entries(OBSERVE).map(([name, observe]) => [name, puppet({ intercept: null, observe: [...observe] })]),
  );
  processes.deaf = puppet({ intercept: ["before_tool"] });
  return manage({ processes }, { version });
}

describe("hook.runtime_event, from v0.2.9", () => {
  let managed: Managed;
  beforeAll(async () => {
    managed = await start("v0.2.9");
  });
  afterAll(() => managed.manager.close());

  test("reaches observers as emitted, and no other hook", async () => {
    for (const event of EVENTS) managed.manager.emit(event);
    const received = await managed.received();
    const by = (name: string) => received.filter(({ hook }) => hook === name).map(({ params }) => params);
    for (const hook of ["everything", "all", "empty", "mixed"]) expect(by(hook)).toEqual(EVENTS);
    const tools = EVENTS.filter(({ kind }) => kind === "agent.tool.exec_end");
    const turns = EVENTS.filter(({ kind }) => kind === "agent.turn.start" || kind === "agent.tool.exec_end");
    expect(tools.length).toBeGreaterThan(0);
    expect(by("new")).toEqual(tools);
    expect(by("old")).toEqual(turns);
    expect(by("deaf")).toEqual([]);
    expect(new Set(received.map(({ method }) => method))).toEqual(new Set(["hook.runtime_event"]));
  });

  test("does not lead to calls of a hook that only observes", async () => {
    await managed.manager.beforeTool({ tool: "exec" });
    await managed.manager.approveTool({ tool: "exec" });
    expect(await managed.received()).toEqual([{ hook: "deaf", method: "hook.before_tool", params: { tool: "exec" } }]);
  });
});

describe.each(["v0.2.6", "v0.2.7", "v0.2.8"])("hook.event, of %s", (version) => {
  let managed: Managed;
  beforeAll(async () => {
    managed = await start(version);
  });
  afterAll(() => managed.manager.close());

  test("`Kind` is an integer on the wire, in the order of the old names", async () => {
    for (const [number, kind] of RUNTIME_EVENT_KINDS.slice(0, EVENT_KINDS.length).entries()) {
      managed.manager.emit({ kind, time: "2026-11-21T20:50:05Z", payload: { Number: number } });
    }
    const received = (await managed.received()).filter(({ hook }) => hook === "everything");
    expect(received).toEqual(
      EVENT_KINDS.map((_, number) => ({
        hook: "everything",
        method: "hook.event",
        params: { Kind: number, Time: "2026-11-21T20:50:05Z", Payload: { Number: number } },
      })),
    );
  });

  test("the filter accepts kinds by both names", async () => {
    for (const event of EVENTS) managed.manager.emit(event);
    const received = await managed.received();
    const kinds = (name: string) =>
      new Set(received.filter(({ hook }) => hook === name).map(({ params }) => params.Kind));
    expect(kinds("old")).toEqual(new Set([0, 9]));
    expect(kinds("new")).toEqual(new Set([9]));
    expect(kinds("deaf")).toEqual(new Set());
  });

  test("the keys are those that were recorded", async () => {
    const recorded = recordings.find((one) => one.version === version && one.method === "hook.event")?.body as object;
    managed.manager.emit(EVENTS[0] as RuntimeEventParams);
    const received = (await managed.received()).find(({ hook }) => hook === "everything");
    expect(Object.keys(received?.params).sort()).toEqual(Object.keys(recorded).sort());
  });
});
