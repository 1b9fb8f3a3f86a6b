import { describe, expect, it } from "vitest";
import type { HookAnswer, Situation } from "../../host-tools/effect.js";
import { simulation } from "./simulate.js";

/** What Cursor does after an answer, as its manual says. */
const effect = (event: string, answer: HookAnswer, { onFailure }: Situation = {}) =>
  simulation.changeBy({
    event,
    payload: simulation.payloads[event] ?? {},
    answer,
    situation: onFailure === undefined ? {} : { onFailure },
    version: simulation.version,
  });
const says = (document: object): HookAnswer => ({ stdout: JSON.stringify(document) });
const isDenied = expect.objectContaining({ tool: "does not run" });

describe("the simulation of Cursor", () => {
  it.each<[string, HookAnswer, unknown, unknown]>([
    ["exit code 2", { exit: 2, stderr: "no rm" }, { tool: "does not run", reason: "no rm", result: "no rm" }, isDenied],
    ["another exit code", { exit: 1 }, {}, isDenied],
    ["a signal", { signal: "SIGKILL" }, {}, isDenied],
    ["the end of its timeout", { timedOut: true }, {}, isDenied],
    ["nothing", {}, {}, isDenied],
    ["text that is not JSON", { stdout: "ok" }, isDenied, isDenied],
    ["an answer without a decision", says({}), {}, {}],
    ["an answer after other text", { stdout: 'starting {"permission":"deny"}' }, isDenied, isDenied],
    ["a question, which is not asked", says({ permission: "ask" }), {}, {}],
  ])("before a tool, after %s: with and without failClosed", (_what, answer, without, withFailClosed) => {
    expect(effect("preToolUse", answer)).toEqual(without);
    expect(effect("preToolUse", answer, { onFailure: "block" })).toEqual(withFailClosed);
  });

  it("asks the user about a shell command if the hook for shell commands says so", () => {
    expect(effect("beforeShellExecution", says({ permission: "ask" }))).toEqual({ tool: "asks", asks: "person" });
  });

  it("reads another result only for the tool of an MCP server", () => {
    const answer = says({ updated_mcp_tool_output: { content: [{ type: "text", text: "***" }] } });
    expect(effect("postToolUse", answer)).toEqual({});
    const payload = simulation.payloads["postToolUse.mcp"] ?? {};
    const call = { event: "postToolUse", payload, answer, situation: {}, version: simulation.version };
    expect(simulation.changeBy(call)).toEqual({ result: "***" });
  });

  it("drops context that is too long", () => {
    const context = (length: number) => effect("beforeSubmitPrompt", says({ additional_context: "x".repeat(length) }));
    expect(context(10_000)).toEqual({ context: ["x".repeat(10_000)] });
    expect(context(10_001)).toEqual({});
  });

  it("knows the keys of every answer", () => {
    expect(simulation.knownKeys("beforeReadFile").answer).toEqual(["permission", "user_message"]);
    expect(simulation.knownKeys("subagentStart").answer).toEqual(["permission", "user_message"]);
    expect(simulation.knownKeys("preToolUse").answer).toContain("updated_input");
    expect(simulation.knownKeys("constructor").answer).toEqual([]);
  });

  it("denies a prompt after a failed hook only with failClosed", () => {
    for (const answer of [{ exit: 1 }, {}, { stdout: "ok" }]) {
      expect(effect("beforeSubmitPrompt", answer)).toEqual({});
      expect(effect("beforeSubmitPrompt", answer, { onFailure: "block" })).toMatchObject({ turn: "ends" });
    }
    expect(effect("beforeSubmitPrompt", says({}), { onFailure: "block" })).toEqual({});
  });

  it("reads a question about a sub-agent as a denial", () => {
    expect(effect("subagentStart", says({ permission: "ask", user_message: "sure?" }))).toMatchObject({
      tool: "does not run",
      reason: "sure?",
    });
  });

  it("continues after a sub-agent that completed, with a follow-up", () => {
    const payload = simulation.payloads.subagentStop ?? {};
    const after = (status: string) =>
      simulation.changeBy({
        event: "subagentStop",
        payload: { ...payload, status },
        answer: says({ followup_message: "run the tests" }),
        situation: {},
        version: simulation.version,
      });
    expect(after("completed")).toMatchObject({ turn: "continues", context: ["run the tests"] });
    expect(after("aborted")).toEqual({});
  });

  it("ends the turn if a prompt is denied, and continues it with a follow-up", () => {
    expect(effect("beforeSubmitPrompt", says({ continue: false, user_message: "not now" }))).toEqual({
      turn: "ends",
      reason: "not now",
    });
    expect(effect("stop", says({ followup_message: "run the tests" }))).toMatchObject({ turn: "continues" });
  });
});
