import { deny, type Hook, modify } from "@agent-hook/sdk";
import { hostCan } from "@agent-hook/sdk/hosts";
import { fieldIn, SIMULATED_HOSTS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { describe, expect, it } from "vitest";
import { type CommandHostName, commandHost, type HookAnswer } from "../../src/internal/command-hosts.js";
import { answerAt, answerTo } from "./answer-to.js";
import { aboutOf, recordedPayloads } from "./recordings.js";

/** A hook that ended like this. `e2e/command-hosts/command.test.ts` runs real commands. */
const ended = (answer: HookAnswer) => async () => answer;
const prints = (answer: unknown) => ended({ stdout: JSON.stringify(answer), exit: 0 });
const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });

/** What prints each host's spelling of new arguments and of a withheld result. */
const rewrites = async (name: CommandHostName) => {
  const hook: Partial<Hook> = {
    beforeTool: ({ arguments: args }) =>
      modify({ arguments: { ...(aboutOf(name).runs?.keepsArguments ? args : {}), command: "true" } }),
  };
  return prints(JSON.parse((await answerTo(name, hook, "beforeTool")).answer));
};
const withholds = async (name: CommandHostName) => {
  const decision = hostCan(name, "modify.result") ? modify({ result: "***" }) : deny("***");
  const { afterTool, changesOnly }: Simulation = SIMULATIONS[name];
  const recording = changesOnly === undefined ? afterTool : `${afterTool}.mcp`;
  return prints(JSON.parse((await answerAt(name, afterTool, { afterTool: () => decision }, recording)).answer));
};

describe.each(SIMULATED_HOSTS)("a hook under the rules of %s", (name) => {
  const host = commandHost(name);
  const { shellTool: tool, fields, waitsForever, denialEndsTurn, changesOnly }: Simulation = SIMULATIONS[name];
  const { undecided = "runs", deniesNoise, deniesAtTimeout = false, refusesUnknownEvents = false } = aboutOf(name);
  const denial = JSON.stringify(SIMULATIONS[name].documentFor("deny", "no"));
  const call = { tool, input: { command: "rm -rf ./work" } };

  it("denies with its answer, and the model reads the reason", async () => {
    const { effect } = await host.beforeTool(ended({ stdout: denial, exit: 0 }), call);
    expect(effect).toMatchObject({ answer: "taken", tool: "does not run", reason: "no" });
    expect(effect.turn).toBe(denialEndsTurn ? "ends" : "continues");
    if (!denialEndsTurn) expect(JSON.stringify(effect.result)).toContain("no");
  });

  it("changes arguments and results where the host lets it", async () => {
    const tools = hostCan(name, "modify.arguments") ? [tool, "constructor", "__proto__", "toString"] : [];
    for (const odd of tools) {
      const { effect } = await host.beforeTool(await rewrites(name), { tool: odd, input: call.input });
      expect(effect, odd).toMatchObject({ tool: undecided, arguments: { command: "true" } });
    }
    if (!hostCan(name, "modify.result") && !hostCan(name, "deny", "afterTool")) return;
    const changeable = changesOnly === undefined ? call : { tool: `${changesOnly}echo`, input: {} };
    const { effect } = await host.afterTool(await withholds(name), { ...changeable, output: "s3cret" });
    if (effect.turn === "continues") expect(JSON.stringify(effect.result)).toContain("***");
    else expect(effect).toMatchObject({ turn: "ends", reason: "***" });
  });

  it("decides what was observed if it prints nothing, a log, or nothing in time", async () => {
    const silent = ended({ stdout: "", exit: 0 });
    const { effect } = await host.beforeTool(silent, call);
    expect(effect).toMatchObject({ answer: "none", tool: undecided, turn: "continues" });
    expect((await commandHost(name, { permitted: false }).beforeTool(silent, call)).effect.tool).toBe("asks");
    for (const stdout of [`starting\n${denial}`, `${denial}\ndone\n`]) {
      const { effect } = await host.beforeTool(ended({ stdout, exit: 0 }), call);
      expect(effect, stdout).toMatchObject({ tool: deniesNoise ? "does not run" : undecided, turn: "continues" });
    }
    for (const stdout of [denial, ""]) {
      const late = { stdout, command: "exec sleep 60", timedOut: true, timeout: 1 };
      expect((await host.beforeTool(ended(late), call)).effect, stdout).toMatchObject(
        waitsForever
          ? { tool: "does not run", turn: "hangs" }
          : { tool: deniesAtTimeout ? "does not run" : "runs", turn: "continues" },
      );
    }
  });

  it("gets the recorded payloads, and the common fields at an event that was never recorded", async () => {
    // Otherwise: npx tsx scripts/generate-samples.ts
    expect(SIMULATIONS[name].payloads).toEqual(recordedPayloads(name));
    const { payload } = await host.beforeTool(prints({}), call);
    expect(Object.keys(payload)).toEqual(Object.keys(recordedPayloads(name)[SIMULATIONS[name].beforeTool] ?? {}));
    if (refusesUnknownEvents) return expect(host.ask("NeverSeen", prints({}))).rejects.toThrow("no event");
    const unknown = await host.ask("NeverSeen", prints({}));
    expect(fieldIn(unknown.payload, fields.tool)).toBeUndefined();
    expect(fieldIn(unknown.payload, fields.folder ?? "cwd")).toBe(process.cwd());
  });
});

describe("differences between the hosts", () => {
  const bash = { tool: "Bash", input: { command: "ls" } };

  it("a crash denies nothing except in Copilot, and in Claude Code with its onFailure", async () => {
    const names = ["docker-agent", "claude-code", "codex", "gemini", "copilot"] as const;
    const crash = ended({ stdout: "", stderr: "", signal: "SIGKILL" });
    const tools = names.map(async (name) => {
      const { shellTool: tool } = SIMULATIONS[name];
      return (await commandHost(name).beforeTool(crash, { tool, input: { command: "ls" } })).effect.tool;
    });
    expect(await Promise.all(tools)).toEqual(["asks", "runs", "runs", "runs", "does not run"]);
    const closed = commandHost("claude-code", { onFailure: "block" });
    for (const answer of [{ exit: 1 }, { timedOut: true, timeout: 1 }]) {
      expect((await closed.beforeTool(ended(answer), bash)).effect.tool).toBe("does not run");
    }
  });

  it("a hook that is not called denies nothing, also where a silent hook would", async () => {
    const { effect } = await commandHost("cursor", { onFailure: "block" }).ask("preToolUse", []);
    expect(effect).toEqual({ answer: "skipped", turn: "continues", tool: "runs" });
  });

  it("Claude Code drops a result whose shape differs from the tool's own", async () => {
    const answer = (updatedToolOutput: unknown) => prints(specific("PostToolUse", { updatedToolOutput }));
    const host = commandHost("claude-code");
    const done = { ...bash, output: "s3cret" };
    expect((await host.afterTool(answer("***"), done)).effect).toEqual({ answer: "dropped", turn: "continues" });
    const blocks = [{ type: "text", text: "***" }];
    const mcp = { tool: "mcp__srv__echo", output: [{ type: "text", text: "s3cret" }] };
    expect((await host.afterTool(answer(blocks), mcp)).effect.result).toEqual(blocks);
    const structured = { tool: "mcp__srv__echo", output: JSON.stringify({ value: "s3cret" }) };
    const payload = { tool_name: structured.tool, tool_response: structured.output };
    expect((await host.ask("PostToolUse", answer(blocks), payload)).effect.result).toEqual(blocks);
  });

  it("an unknown host is rejected by name", () => {
    expect(() => commandHost("amp" as CommandHostName)).toThrow(
      `expected one of ${SIMULATED_HOSTS.join(", ")}, got "amp"`,
    );
  });

  it("Copilot CLI shows the model an empty text instead of a result", async () => {
    const empty = { modifiedResult: { resultType: "success", textResultForLlm: "" } };
    const { effect } = await commandHost("copilot").afterTool(prints(empty), { tool: "bash", output: "secret" });
    expect(effect).toMatchObject({ answer: "taken", result: "" });
  });

  it.each(["{}", '"{}"', "[1]", "null"])("Gemini CLI reads %s as an answer, at exit 2 too", async (json) => {
    const call = { tool: "run_shell_command", input: { command: "rm -rf ./work" } };
    const toolAfter = async (stdout: string, stderr: string) =>
      (await commandHost("gemini").beforeTool(ended({ stdout, stderr, exit: 2 }), call)).effect.tool;
    expect(await toolAfter("", `${json}\n`)).toBe("runs");
    expect(await toolAfter(`${json}\n`, "no\n")).toBe("runs");
    expect(await toolAfter(`${json}\nno\n`, "")).toBe("does not run");
  });
});
