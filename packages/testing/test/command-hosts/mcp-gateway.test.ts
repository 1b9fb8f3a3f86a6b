import { addContext, approve, defineHook, deny, modify, reject, respond } from "@agent-hook/sdk";
import { SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { createTestHost, TEST_HOSTS } from "../../src/index.js";
import { commandHost, effectOfAnswer, type HookAnswer } from "../../src/internal/command-hosts.js";
import { recordedOutcomes } from "./recordings.js";

const host = "mcp-gateway";
const { payloads }: Simulation = SIMULATIONS[host];

/** What the recorded client got. */
interface Observed {
  readonly scenario: string;
  readonly tool: "ran" | "did not run";
  readonly result?: { readonly content: unknown; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}
interface Outcome extends HookAnswer {
  readonly event: "before" | "after";
  /** A child of the hook kept stdout open. */
  readonly held?: boolean;
  readonly observed: Observed;
}

// The gateway gave the hook `null` in these two.
const outcomes = (recordedOutcomes(host) as unknown as readonly Outcome[])
  .filter(({ observed }) => !observed.scenario.startsWith("the tool threw"))
  .map((outcome) => [`${outcome.event}, ${outcome.observed.scenario}`, outcome] as const);

describe("what Docker's MCP gateway does with an answer", () => {
  it.each(outcomes)("agrees with the recording: %s", (_title, { event, observed, held, exit, ...answer }) => {
    const ended = { ...answer, ...(held ? { timedOut: true } : {}), ...(typeof exit === "number" ? { exit } : {}) };
    const effect = effectOfAnswer(host, event, payloads[event] ?? {}, ended);
    if (event === "before") expect(effect.tool).toBe(observed.tool === "ran" ? "runs" : "does not run");
    else expect(effect).not.toHaveProperty("tool");
    expect(effect.turn).toBe(observed.result || observed.error ? "continues" : "hangs");
    if (observed.error !== undefined) {
      expect(observed.error.message).toContain(effect.reason);
      expect(effect.result).toBe(effect.reason);
    }
    if (observed.result === undefined || ended.stdout === "") return;
    expect(effect.result).toEqual(observed.result.content);
    expect(effect.reason).toBe(observed.result.isError ? "no" : undefined);
    expect(effect.answered).toBe(event === "before" && !observed.result.isError ? true : undefined);
  });

  it("writes the call into the parameters of the request, with Go's escapes", async () => {
    const sent: string[] = [];
    const hook = async (stdin: string) => {
      sent.push(stdin);
      return {};
    };
    const agent = commandHost(host);
    await agent.beforeTool(hook, { tool: "search", input: { q: "<b>" } });
    await agent.afterTool(hook, { tool: "search", input: { q: "x" }, output: "found" });
    expect(sent).toEqual([
      '{"Session":{},"Params":{"name":"search","arguments":{"q":"\\u003cb\\u003e"}},"Extra":null}',
      '{"content":[{"type":"text","text":"found"}]}',
    ]);
  });
});

describe("a test host that simulates Docker's MCP gateway", () => {
  const hook = defineHook({
    name: "guard",
    onFailure: "block",
    respondsTo: ["sum"],
    beforeTool: ({ tool }) => (tool === "sum" ? respond("4") : undefined),
    approveTool: ({ arguments: { path } }) => (path === "/etc/passwd" ? reject("not this file") : approve()),
    afterTool: ({ result }) =>
      result.forLlm.includes("private") ? deny("withheld") : modify({ result: result.forLlm.replace("s3cret", "***") }),
  });
  const call = (tool: string, args: object, result?: string) =>
    createTestHost(hook, { host }).tool({ tool, arguments: args, ...(result === undefined ? {} : { result }) });

  it("does not run a denied call, and the client gets the reason", async () => {
    expect(await call("read", { path: "/etc/passwd" })).toMatchObject({
      ...{ decision: "deny", ran: false, reason: "not this file", result: "not this file", failures: [] },
      events: [{ event: "before", answer: "taken" }],
    });
  });

  it("does not run a call that the hook answers", async () => {
    expect(await call("sum", {})).toMatchObject({ decision: "respond", ran: false, result: "4" });
  });

  it("changes and withholds results", async () => {
    expect(await call("read", { path: "a" }, "a s3cret")).toMatchObject({ decision: "modify", result: "a ***" });
    expect(await call("read", { path: "a" }, "private")).toMatchObject({ reason: "withheld", result: "withheld" });
    expect(await call("read", { path: "a" }, "public")).toMatchObject({ decision: "none", ran: true });
  });

  it("fails a decision that the gateway cannot carry out", async () => {
    const changing = defineHook({
      name: "c",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { path: "b" } }),
    });
    const { failures, ran } = await createTestHost(changing, { host }).tool({ tool: "read", arguments: { path: "a" } });
    expect({ failures, ran }).toMatchObject({ failures: [{ kind: "unsupported" }], ran: false });
  });

  it("calls no hook for prompts", async () => {
    const prompted = defineHook({ name: "p", onPrompt: () => addContext("never") });
    expect(await createTestHost(prompted, { host }).prompt("hi")).toMatchObject({ decision: "none", events: [] });
  });

  it("has no tools of its own, so it is not one of TEST_HOSTS", async () => {
    const agent = createTestHost(hook, { host });
    expect(agent.kinds).toEqual([]);
    expect(() => agent.shell("ls")).toThrow("shell(): mcp-gateway has no tool for it that calls a hook; use tool()");
    expect(TEST_HOSTS).not.toContain(host);
  });
});
