import { approve, ask, commandOf, defineHook, defineTool, type Hook, modify, reject } from "@agent-hook/sdk";
import { hostCan } from "@agent-hook/sdk/hosts";
import { BUILT_IN_TOOLS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestHost } from "../../src/index.js";

const noShell = defineHook({
  name: "no-shell",
  onFailure: "block",
  approveTool: (call) => (commandOf(call) === "" ? approve() : reject("no shell here")),
});
const broken = defineHook({
  name: "broken",
  onFailure: "block",
  approveTool: () => {
    throw new Error("out of order");
  },
});
const simulations: Readonly<Partial<Record<string, Simulation>>> = SIMULATIONS;
/** With those that were only read. */
const HOSTS = Object.keys(BUILT_IN_TOOLS) as (keyof typeof BUILT_IN_TOOLS)[];
const HOSTS_THAT_REPORT_FAILED_TOOLS = HOSTS.filter((host) => simulations[host]?.failedTool !== undefined);
const idle = defineHook({ name: "idle", beforeTool: () => undefined });

describe.each(HOSTS)("under %s", (host) => {
  it("a denied call does not run, and the model reads the reason, which names no error", async () => {
    const outcome = await createTestHost(noShell, { host }).shell("rm -rf /");
    expect(outcome).toMatchObject({ decision: "deny", ran: false, reason: "no shell here", failures: [], context: [] });
    if (outcome.turn === "continues") expect(outcome.result).toContain("no shell here");
    expect(outcome.events.at(-1)).toMatchObject({ answer: "taken" });
    const failed = await createTestHost(broken, { host }).shell("ls");
    expect(failed).toMatchObject({ decision: "deny", ran: false, failures: [{ kind: "threw", hook: "broken" }] });
    expect(String(failed.result)).not.toContain("out of order");
  });

  it("another call runs with its arguments, and the model reads the result", async () => {
    const agent = createTestHost(noShell, { host });
    const outcome = await agent.write("notes.txt", "tea", "written");
    expect(outcome).toMatchObject({ ran: true, result: "written", turn: "continues", failures: [] });
    expect(JSON.stringify(outcome.arguments)).toContain("notes.txt");
    const failed = await agent.write("a.txt", "x", () => {
      throw new Error("the disk is full");
    });
    expect(failed).toMatchObject({ ran: true, result: "the disk is full", isError: true });
    // With a tool of its own, or with its shell.
    const read = await createTestHost(idle, { host }).read("a.txt", "tea");
    expect(read).toMatchObject({ decision: "none", ran: true, result: "tea", failures: [] });
    expect(JSON.stringify(read.arguments)).toContain("a.txt");
    expect(read).not.toHaveProperty("reason");
  });

  it.skipIf(!hostCan(host, "modify.arguments"))("changed arguments are those that the tool gets", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "rewrites",
      beforeTool: ({ arguments: args }) => {
        const [[key, command] = []] = Object.entries(args).filter(([name]) => /^(cmd|commands?)$/.test(name));
        // Cline accepts a text instead of its list, too.
        return modify({ arguments: { ...args, [String(key)]: `${command} # changed` } });
      },
    });
    const outcome = await createTestHost(hook, { host }).shell("ls", (args) => {
      seen.push(args);
      return "done";
    });
    expect(outcome).toMatchObject({ decision: "modify", ran: true, result: "done", failures: [] });
    expect(JSON.stringify(outcome.arguments)).toContain("ls # changed");
    expect(seen).toEqual([outcome.arguments]);
  });

  it("a person decides what the hook, or the user's rules, leave to a person", async () => {
    const questions: unknown[] = [];
    const onAsk = ({ reason }: { readonly reason?: string }) => {
      questions.push(reason);
      return true;
    };
    const asks = defineHook({ name: "asks", onFailure: "block", approveTool: () => ask("costs 5 coins") });
    expect(await createTestHost(asks, { host }).shell("buy")).toMatchObject({ ran: false });
    const outcome = await createTestHost(asks, { host, onAsk }).shell("buy");
    // A host where a hook cannot ask denies.
    if (outcome.decision === "ask") expect(questions).toEqual(["costs 5 coins"]);
    expect(outcome.ran).toBe(questions.length === 1);

    // PicoClaw has no such rules.
    const hasRules = host !== "picoclaw";
    const options = { host, permitted: false } as const;
    expect(await createTestHost(idle, options).shell("ls")).toMatchObject({ ran: !hasRules });
    questions.length = 0;
    expect(await createTestHost(idle, { ...options, onAsk }).shell("ls")).toMatchObject({ ran: true });
    expect(questions).toHaveLength(hasRules ? 1 : 0);
  });
});

/** The hook's process stays, or is started for each event. */
describe.each(["picoclaw", "claude-code"] as const)("under %s", (host) => {
  it("a hook that hangs denies at its deadline", async () => {
    const hook = defineHook({ name: "hangs", onFailure: "block", beforeTool: () => new Promise(() => {}) });
    const agent = createTestHost(hook, { host, time: "manual" });
    const asked = agent.shell("ls");
    await agent.advance(4500);
    expect(await asked).toMatchObject({ decision: "deny", ran: false, failures: [{ kind: "timed-out" }] });
  });

  it("a hook that does not start rejects the first call", async () => {
    const hook = { ...noShell, aproveTool: () => approve() } as Hook;
    await expect(createTestHost(hook, { host }).shell("ls")).rejects.toThrow("aproveTool");
    await expect(createTestHost(hook, { host }).started()).rejects.toThrow("aproveTool");
  });
});

describe("an MCP client", () => {
  const weather = defineTool({
    name: "get_weather",
    description: "Current weather for a city",
    input: z.object({ city: z.string() }),
    run: ({ city }) => `${city}: 15 °C`,
  });
  const hook = defineHook({ name: "weather", tools: [weather] });

  it("calls the hook's own tools", async () => {
    await using agent = createTestHost(hook, { host: "mcp" });
    expect(await agent.offeredTools()).toEqual(["get_weather"]);
    expect(await agent.tool({ tool: "get_weather", arguments: { city: "Rome" } })).toMatchObject({
      decision: "respond",
      ran: false,
      result: "Rome: 15 °C",
      isError: false,
    });
  });

  it("calls no hook for its own tools", async () => {
    await using agent = createTestHost(noShell, { host: "mcp" });
    expect(await agent.shell("rm -rf /")).toMatchObject({ decision: "none", ran: true, events: [] });
  });
});

describe.each(HOSTS_THAT_REPORT_FAILED_TOOLS)("under %s", (host) => {
  it("the hook is told that a tool failed", async () => {
    const seen: unknown[] = [];
    const watching = defineHook({ name: "watching", afterTool: ({ result }) => void seen.push(result) });
    const failed = { forLlm: "no such file", isError: true };
    await createTestHost(watching, { host }).tool({ tool: "read_weather", result: failed });
    expect(seen).toEqual([{ isError: true, forLlm: expect.stringContaining("no such file") }]);
  });
});

describe("an option that is wrong is an error", () => {
  it.each([
    [{ host: "claude" }, "expected host to be one of picoclaw, docker-agent, claude-code"],
    [{ host: "codex", version: "v1" }, 'v1" is not a version of codex'],
    [{ host: "docker-agent", variant: "preemt" }, "preemt"],
    [{ host: "mcp", version: "1" }, "remove version and variant"],
    [{ version: "newest" }, '"newest" is not a version of picoclaw'],
    [{ hots: "codex" }, "hots"],
    [{ time: "fake" }, 'expected "real" or "manual"'],
  ])("%j", (options, words) => {
    expect(() => createTestHost(noShell, options as never)).toThrow(words);
  });

  it("a tool that the host does not have", () => {
    expect(() => createTestHost(noShell, { host: "codex" }).fetch("https://example.com/")).toThrow(
      "fetch(): codex has no tool for it that calls a hook; it has shell, read, write",
    );
  });
});
