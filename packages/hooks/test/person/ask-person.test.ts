import { approve, ask, compose, defineHook, defineTool, deny, type Hook, StoreError } from "@agent-hook/sdk";
import { memoryStore, runInProcess } from "@agent-hook/sdk/in-process";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { askPerson, guardShell } from "../../src/index.js";
import { Machine } from "./one-shot.js";

const RUNS = {};
const asks: Hook<{}> = defineHook({
  name: "careful",
  onFailure: "block",
  approveTool: ({ kind }) => (kind === "shell" ? ask("runs a command", { rule: "shell" }) : approve()),
});
const patient = askPerson(asks, { waitMs: 50_000 });
const impatient = askPerson(asks, { waitMs: 0 });

describe("a call that a person must decide", () => {
  it("runs after a yes, once", async () => {
    const machine = new Machine(patient);
    const first = machine.call({ command: "make" });
    const question = await machine.answer("allow");
    expect(await first).toEqual(RUNS);
    expect(question).toMatchObject({
      ...{ hook: "careful", host: "codex", tool: "Bash", kind: "shell", rule: "shell", reason: "runs a command" },
      arguments: JSON.stringify({ command: "make", description: "d" }, null, 2),
      session: "s1",
      cwd: "/home/ada/project",
    });
    const second = machine.call({ command: "make" });
    expect((await machine.answer("deny", "once is enough")).id).not.toBe(question.id);
    expect((await second).permissionDecisionReason).toContain("once is enough");
  });

  it("is denied without an answer, and the text says how to go on", async () => {
    const machine = new Machine(impatient);
    const { permissionDecision, permissionDecisionReason } = await machine.call({ command: "make" });
    const { id } = await machine.question();
    expect(permissionDecision).toBe("deny");
    expect(permissionDecisionReason).toContain("needs a person: runs a command.");
    expect(permissionDecisionReason).toContain(`npx agent-hook approve ${id} in a terminal of your own`);
    expect(permissionDecisionReason).toContain("exactly the same arguments");
  });

  it("runs once after a yes that came too late for the first try", async () => {
    const machine = new Machine(impatient);
    await machine.call({ command: "make" });
    await machine.answer("allow");
    expect(await machine.call({ command: "make" })).toEqual(RUNS);
    expect(await machine.call({ command: "make" })).toMatchObject({ permissionDecision: "deny" });
  });

  it.each([
    ["another argument", { command: "make", description: "other" }],
    ["another command", { command: "make install" }],
    ["another folder", { command: "make", cwd: "/home/ada/other" }],
    ["another session", { command: "make", session: "s2" }],
  ])("a yes is not for %s", async (_, other) => {
    const machine = new Machine(impatient);
    await machine.call({ command: "make" });
    await machine.answer("allow");
    expect(await machine.call(other)).toMatchObject({ permissionDecision: "deny" });
    expect((await machine.questions.list()).map(({ state }) => state)).toEqual(["allowed", "open"]);
  });

  it("of 50 identical calls at once, one runs after one yes", async () => {
    const machine = new Machine(askPerson(asks, { waitMs: 1500 }));
    const calls = Array.from({ length: 50 }, () => machine.call({ command: "make" }));
    await machine.answer("allow");
    const answers = await Promise.all(calls);
    expect(answers.filter(({ permissionDecision }) => permissionDecision === undefined)).toHaveLength(1);
    expect(answers.filter(({ permissionDecision }) => permissionDecision === "deny")).toHaveLength(49);
  });

  it("is denied at once if the person has denied the same call", async () => {
    const machine = new Machine(patient);
    const first = machine.call({ command: "make" });
    await machine.answer("deny");
    expect((await first).permissionDecisionReason).toMatch(/^A person denied this call \(question \w{8}\)\. /);
    expect(await machine.call({ command: "make" })).toMatchObject({ permissionDecision: "deny" });
    expect(await machine.questions.list()).toHaveLength(1);
  });

  it("is denied if the store fails, and the text is that of a failure", async () => {
    const store = new Machine(patient).store;
    store.engine = () => Promise.reject(new StoreError("unavailable", "down"));
    const { permissionDecision, permissionDecisionReason } = await new Machine(patient, "codex", store).call({
      command: "make",
    });
    expect(permissionDecision).toBe("deny");
    expect(permissionDecisionReason).toMatch(/hook "careful" could not use its store at askPerson/);
  });

  it("is denied before the deadline, even if the wait is longer than the host's", async () => {
    let now = 0;
    const clock = {
      now: () => now,
      after: (ms: number, callback: () => void) => {
        const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1));
        return () => clearTimeout(timer);
      },
    };
    const hook = askPerson(asks, { waitMs: 3_600_000, always: true });
    const machine = new Machine(hook, "qwen", memoryStore(clock), clock);
    const call = machine.call({ command: "make" });
    const { waitsUntil = "", askedAt } = await machine.question();
    expect(Date.parse(waitsUntil) - Date.parse(askedAt)).toBeLessThanOrEqual(55_000 - 1500);
    now = 54_000;
    expect((await call).permissionDecisionReason).toContain("needs a person");
  });
});

describe("who is asked", () => {
  it("nobody, if another member denies the call", async () => {
    const machine = new Machine(askPerson(compose(asks, defineHook({ name: "no", approveTool: () => deny("never") }))));
    expect(await machine.call({ command: "make" })).toMatchObject({ permissionDecisionReason: "never" });
    expect(await machine.questions.list()).toEqual([]);
  });

  it("the host's own user, if the host can ask", async () => {
    const machine = new Machine(patient, "claude-code");
    expect(await machine.call({ command: "make" })).toMatchObject({
      permissionDecision: "ask",
      permissionDecisionReason: "runs a command",
    });
    expect(await machine.questions.list()).toEqual([]);
  });

  it("the person even so, with always", async () => {
    const machine = new Machine(askPerson(asks, { always: true }), "claude-code");
    const call = machine.call({ command: "make" });
    await machine.answer("allow");
    expect(await call).toEqual(RUNS);
  });

  it("the person of the member that asks, after compose", async () => {
    const machine = new Machine(compose({ name: "house" }, patient, defineHook({ name: "other" })));
    const call = machine.call({ command: "make" });
    await machine.answer("allow");
    expect(await call).toEqual(RUNS);
  });

  it("the person, under PicoClaw, which asks nobody; and not under an agent that asks", async () => {
    const answerTo = async (hello: object) => {
      const lines: { readonly id: number; readonly result: unknown }[] = [];
      const store = new Machine(impatient).store;
      const running = await runInProcess(impatient, {
        ...{ host: "picoclaw", store },
        write: (text) =>
          lines.push(
            ...text
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line)),
          ),
      });
      const params = { tool: "exec", arguments: { command: "make" }, meta: {}, context: {} };
      running.receive([
        JSON.stringify({
          ...{ jsonrpc: "2.0", id: 1, method: "hook.hello" },
          params: { name: "h", version: 1, modes: ["observe", "llm", "tool", "approve"], ...hello },
        }),
        JSON.stringify({ jsonrpc: "2.0", id: 2, method: "hook.approve_tool", params }),
      ]);
      await running.end(60_000);
      return lines.find(({ id }) => id === 2)?.result;
    };
    expect(await answerTo({})).toMatchObject({
      approved: false,
      reason: expect.stringContaining("A person was asked"),
    });
    expect(await answerTo({ asks: true })).toMatchObject({ approved: false, ask: true, question: "runs a command" });
  });

  it("the person, about a tool of the hook", async () => {
    let ran = 0;
    const pay = defineTool({
      ...{ name: "pay", description: "Pays", input: z.object({}) },
      approve: () => ask("costs money"),
      run: () => `paid ${++ran}`,
    });
    const host = createTestHost(askPerson(defineHook({ name: "shop", tools: [pay] })), {
      ...{ host: "picoclaw", version: "v0.2.6" },
    });
    expect(await host.tool("plugin_pay", {})).toMatchObject({ decision: expect.stringMatching(/deny|respond/) });
    expect(ran).toBe(0);
    await host.close();
  });
});

describe("in a test host", () => {
  it.each(["codex", "gemini"] as const)("onAsk answers under %s, and no answer denies at once", async (host) => {
    const questions: unknown[] = [];
    const yes = createTestHost(patient, {
      host,
      onAsk: (question) => {
        questions.push(question.reason);
        return true;
      },
    });
    expect(await yes.shell("make")).toMatchObject({ ran: true });
    expect(questions).toEqual(["runs a command"]);
    const no = createTestHost(patient, { host, onAsk: () => false });
    expect(await no.shell("make")).toMatchObject({ decision: "deny", ran: false });
    const nobody = createTestHost(patient, { host });
    expect(await nobody.shell("make")).toMatchObject({ decision: "deny", ran: false });
  });
});

it("raises the deadline, also that of a member that has one", () => {
  const own = defineHook({ name: "own", deadlines: { approveMs: 1000 }, approveTool: () => approve() });
  const hook = askPerson(compose({ name: "house" }, own, guardShell()), { waitMs: 60_000 });
  expect(() => createTestHost(hook)).not.toThrow();
});

it("refuses invalid options", () => {
  const invalid = (options: object) => () => askPerson(asks, options);
  expect(invalid({ waitMs: -1 })).toThrow(/waitMs/);
  expect(invalid({ notify: [{ slack: "http://hooks.slack.com/x" }] })).toThrow(/expected an address with https:/);
  expect(invalid({ notify: [{ ntfy: "https://ntfy.sh/" }] })).toThrow(/topic/);
  expect(invalid({ notify: [{}] })).toThrow(/either ntfy or slack/);
  expect(invalid({ wait: 1 })).toThrow(/wait/);
});
