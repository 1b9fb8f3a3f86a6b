import { describe, expect, it } from "vitest";
import { approve, ask, compose, defineHook, deny, modify } from "../../src/index.js";
import { claudeCall, picoclawCall, recorded } from "./recorded.js";

const noRm = defineHook({
  name: "no-rm",
  onFailure: "block",
  approveTool: (call) => (call.kind === "shell" ? deny("no rm", { rule: "rm" }) : approve()),
});
const adds = defineHook({
  name: "adds",
  beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, dryRun: true } }, { rule: "dry" }),
});
const fails = {
  name: "broken",
  onFailure: "block",
  beforeTool() {
    throw new Error("outer", { cause: new Error("the disk is gone") });
  },
} as const;
const broken = defineHook(fails);

describe("the record of a decision", () => {
  it("has the call, the member that decided, its rule and its reason", async () => {
    const { records, wire } = await recorded(compose({ name: "house" }, adds, noRm), "claude-code", [
      claudeCall("Bash", { command: "rm -r x" }),
    ]);
    expect(records).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
        host: { name: "claude-code" },
        hook: "no-rm",
        by: "house",
        file: "/hooks/hook.js",
        session: "s1",
        call: "call-1",
        cwd: "/work",
        point: "beforeTool",
        event: "PreToolUse",
        tool: "Bash",
        kind: "shell",
        decision: "deny",
        reason: "no rm",
        rule: "rm",
        ms: expect.any(Number),
        arguments: { command: "rm -r x" },
        pid: process.pid,
      },
    ]);
    expect(wire).not.toContain('"rule"');
  });

  it("has its fields if a dependency added a read-only field to every object", async () => {
    const fields = ["tool", "kind"];
    const adder = defineHook({
      name: "adder",
      beforeTool: () => {
        for (const name of fields) Object.defineProperty(Object.prototype, name, { value: "no", configurable: true });
        return deny("no rm");
      },
    });
    const { records } = await recorded(adder, "claude-code", [claudeCall("Bash", { command: "ls" })]).finally(() => {
      for (const name of fields) Reflect.deleteProperty(Object.prototype, name);
    });
    expect(records).toMatchObject([{ tool: "Bash", kind: "shell", decision: "deny" }]);
  });

  it("names the composed hook if no member decided", async () => {
    const { records } = await recorded(compose({ name: "house" }, noRm, noRm), "claude-code", [
      claudeCall("Read", { file_path: "/work/a" }),
    ]);
    expect(records).toMatchObject([{ hook: "house", decision: "none" }]);
    expect(records[0]).not.toHaveProperty("by");
  });

  it("has the arguments before and after a change", async () => {
    const { records } = await recorded(adds, "claude-code", [claudeCall("Bash", { command: "ls" })]);
    expect(records).toMatchObject([
      { decision: "modify", rule: "dry", arguments: { command: "ls" }, changed: { arguments: { dryRun: true } } },
    ]);
  });

  it("has a failure with its cause and the id that the host received", async () => {
    const { records, wire } = await recorded(broken, "claude-code", [claudeCall("Bash", { command: "ls" })]);
    expect(records).toMatchObject([
      {
        hook: "broken",
        decision: "deny",
        failure: { kind: "threw", where: "beforeTool", consequence: "the call was denied" },
      },
    ]);
    expect(records[0]?.failure?.cause).toMatch(/Error: outer\n[\s\S]*caused by Error: the disk is gone/);
    expect(wire).toContain(records[0]?.id as string);
  });

  it("has a thrown value without secrets, also if they are only secrets after the words before them", async () => {
    for (const thrown of [["curl", "-u", "me:pw"], { argv: ["curl", "-s", "-u", "me:pw"] }]) {
      const throws = defineHook({ ...fails, beforeTool: () => Promise.reject(thrown) });
      const { records } = await recorded(throws, "claude-code", [claudeCall("Bash", { command: "ls" })]);
      expect(records[0]?.failure?.cause).toContain("curl");
      expect(JSON.stringify(records)).not.toContain("me:pw");
    }
  });

  it("says that a failed hook let the call pass", async () => {
    const lenient = defineHook({ ...fails, onFailure: "continue" });
    const { records } = await recorded(lenient, "claude-code", [claudeCall("Bash", { command: "ls" })]);
    expect(records).toMatchObject([
      { decision: "none", failure: { kind: "threw", consequence: "the host was told to continue" } },
    ]);
  });

  it("has the rule of a question to a person", async () => {
    const asks = defineHook({ name: "asks", approveTool: () => ask("it is large", { rule: "size" }) });
    const { records } = await recorded(asks, "picoclaw", [picoclawCall("exec", {}, "hook.approve_tool")]);
    expect(records).toMatchObject([{ decision: "ask", rule: "size", reason: "it is large" }]);
  });

  it("is made at each point of a persistent host, in order", async () => {
    const { records } = await recorded(compose(adds, noRm), "picoclaw", [
      picoclawCall("exec", { command: "ls" }, "hook.before_tool", 1),
      picoclawCall("exec", { command: "ls", dryRun: true }, "hook.approve_tool", 2),
    ]);
    expect(records.map(({ point, decision, session, turn }) => [point, decision, session, turn])).toEqual([
      ["beforeTool", "modify", "s1", "t1"],
      ["approveTool", "deny", "s1", "t1"],
    ]);
  });

  it("has the failure instead of an answer that does not fit the wire, once", async () => {
    const huge = defineHook({
      name: "huge",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { text: "x".repeat(11_000_000) } }),
      approveTool: () => approve(),
    });
    const { records } = await recorded(huge, "picoclaw", [picoclawCall("exec", {})]);
    expect(records).toMatchObject([{ hook: "huge", decision: "deny", failure: { kind: "too-large" } }]);
  });

  it("is made for a call that cannot be read", async () => {
    const { records } = await recorded(broken, "claude-code", [{ ...claudeCall("Bash", {}), tool_input: 7 }]);
    expect(records).toMatchObject([{ point: "beforeTool", decision: "deny", failure: { kind: "undecodable" } }]);
  });

  it("is made for a hook whose setup fails", async () => {
    const unready = defineHook({
      ...fails,
      setup() {
        throw new Error("no database");
      },
    });
    const { records } = await recorded(unready, "claude-code", [claudeCall("Bash", { command: "ls" })]);
    expect(records).toMatchObject([
      { point: "setup", failure: { kind: "threw" } },
      { point: "beforeTool", tool: "Bash", decision: "deny", failure: { kind: "not-started" } },
    ]);
    expect(records[1]?.failure?.cause).toContain("no database");
  });

  it("is made for a native handler that denies", async () => {
    const native = defineHook({
      name: "native",
      native: { "claude-code": { Stop: () => ({ decision: "block", reason: "not yet" }) } },
    });
    const { tool_name: _, tool_input: __, ...payload } = claudeCall("", {}, "Stop") as Record<string, unknown>;
    const { records } = await recorded(native, "claude-code", [{ ...payload, stop_hook_active: false }]);
    expect(records).toMatchObject([{ hook: "native", event: "Stop" }]);
    expect(records[0]?.decision).not.toBe("none");
  });

  it("is not made for an event on which nobody decides, unless its handler fails", async () => {
    const listens = (onEvent: () => void) => defineHook({ name: "listens", onEvent });
    const event = { jsonrpc: "2.0", method: "hook.event", params: { Kind: "turn_start", Payload: {}, Meta: {} } };
    const throws = () => {
      throw new Error("no");
    };
    expect(
      (
        await recorded(
          listens(() => {}),
          "picoclaw",
          [event],
        )
      ).records,
    ).toEqual([]);
    expect((await recorded(listens(throws), "picoclaw", [event])).records).toMatchObject([
      { point: "onEvent", decision: "none", failure: { kind: "threw", consequence: "ignored" } },
    ]);
  });
});
