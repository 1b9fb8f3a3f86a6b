import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deny, type Hook, modify } from "@agent-hook/sdk";
import { hostCan } from "@agent-hook/sdk/hosts";
import { fieldIn, SIMULATED_HOSTS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { afterAll, describe, expect, it } from "vitest";
import { type CommandHostName, commandHost } from "../../src/internal/command-hosts.js";
import { answerAt, answerTo } from "./answer-to.js";
import { aboutOf, recordedPayloads } from "./recordings.js";

const folder = mkdtempSync(join(tmpdir(), "agent-hook-command-host-"));
afterAll(() => rmSync(folder, { recursive: true }));

const prints = (answer: unknown) => `cat >/dev/null; printf '%s' '${JSON.stringify(answer)}'`;
const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
/** What prints each host's spelling of a denial, new arguments and a withheld result. The SDK answers with the last two. */
const denies = (name: CommandHostName) => prints(SIMULATIONS[name].documentFor("deny", "no"));
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

describe.each(SIMULATED_HOSTS)("a command under the rules of %s", (name) => {
  const host = commandHost(name);
  const { shellTool: tool, fields, waitsForever, denialEndsTurn, changesOnly }: Simulation = SIMULATIONS[name];
  const { undecided = "runs", deniesNoise, deniesAtTimeout = false, refusesUnknownEvents = false } = aboutOf(name);
  const canRewrite = hostCan(name, "modify.arguments");
  const canWithhold = hostCan(name, "modify.result") || hostCan(name, "deny", "afterTool");
  const denial = denies(name);
  const call = { tool, input: { command: "rm -rf ./work" } };
  const changeable = changesOnly === undefined ? call : { tool: `${changesOnly}echo`, input: {} };

  it("denies with its answer, and the model reads the reason", async () => {
    const { effect } = await host.beforeTool(denial, call);
    expect(effect).toMatchObject({ answer: "taken", tool: "does not run", reason: "no" });
    expect(effect.turn).toBe(denialEndsTurn ? "ends" : "continues");
    if (!denialEndsTurn) expect(JSON.stringify(effect.result)).toContain("no");
  });

  it.runIf(canRewrite).each(["constructor", "__proto__", "toString"])(
    "rewrites the call of a tool named %s",
    async (odd) => {
      const { effect } = await host.beforeTool(await rewrites(name), { tool: odd, input: {} });
      expect(effect).toMatchObject({ tool: undecided, arguments: { command: "true" } });
    },
  );

  it("makes no decision if it prints nothing", async () => {
    const { effect } = await host.beforeTool("cat >/dev/null", call);
    expect(effect).toMatchObject({ answer: "none", tool: undecided, turn: "continues" });
    const asking = commandHost(name, { permitted: false });
    expect((await asking.beforeTool("true", call)).effect.tool).toBe("asks");
  });

  it.runIf(canRewrite)("replaces all arguments with a rewrite", async () => {
    const { effect } = await host.beforeTool(await rewrites(name), call);
    expect(effect).toMatchObject({ tool: undecided, arguments: { command: "true" } });
  });

  it.runIf(canWithhold)("withholds a result", async () => {
    const { effect } = await host.afterTool(await withholds(name), { ...changeable, output: "s3cret" });
    if (effect.turn === "continues") expect(JSON.stringify(effect.result)).toContain("***");
    else expect(effect).toMatchObject({ turn: "ends", reason: "***" });
  });

  it.each([
    ["prints a line of a log first", `echo starting; ${denial}`],
    ["prints a line of a log after it", `${denial}; echo; echo done`],
  ])(`${deniesNoise ? "denies" : "has no effect"} when it %s`, async (_, command) => {
    const tool = deniesNoise ? "does not run" : undecided;
    expect((await host.beforeTool(command, call)).effect).toMatchObject({ tool, turn: "continues" });
  });

  it(`${waitsForever ? "waits forever" : deniesAtTimeout ? "denies" : "has no effect"} at its timeout`, async () => {
    const impatient = commandHost(name, { timeout: 1 });
    const { effect } = await impatient.beforeTool(`${denial}; exec sleep 60`, call);
    if (waitsForever) return expect(effect).toMatchObject({ tool: "does not run", turn: "hangs" });
    expect(effect).toMatchObject({ tool: deniesAtTimeout ? "does not run" : "runs", turn: "continues" });
  });

  it("gets the recorded payload on stdin, in one line", async () => {
    const seen = join(folder, `payload-${name}`);
    const { payload } = await host.beforeTool(`cat > ${seen}`, call);
    const text = readFileSync(seen, "utf8");
    expect(JSON.parse(text)).toEqual(payload);
    expect(text).not.toContain("\n");
    const { beforeTool } = SIMULATIONS[name];
    expect(Object.keys(payload)).toEqual(Object.keys(recordedPayloads(name)[beforeTool] ?? {}));
  });

  it("need not read its stdin", async () => {
    const big = { tool, input: { command: "x".repeat(1e6) } };
    expect((await host.beforeTool(denial.replace("cat >/dev/null; ", ""), big)).effect.tool).toBe("does not run");
  });

  it("has the recorded payloads, unchanged: npx tsx scripts/generate-samples.ts", () => {
    expect(SIMULATIONS[name].payloads).toEqual(recordedPayloads(name));
  });

  it("gets the common fields of all events at an event that was never recorded", async () => {
    if (refusesUnknownEvents) return expect(host.ask("NeverSeen", "true")).rejects.toThrow("no event");
    const { payload } = await host.ask("NeverSeen", "true");
    expect(fieldIn(payload, fields.tool)).toBeUndefined();
    expect(fieldIn(payload, fields.folder ?? "cwd")).toBe(process.cwd());
  });
});

describe("differences between the hosts", () => {
  const bash = { tool: "Bash", input: { command: "ls" } };

  it("a crash denies nothing except in Copilot, and in Claude Code with its onFailure", async () => {
    const names = ["docker-agent", "claude-code", "codex", "gemini", "copilot"] as const;
    const tools = names.map(async (name) => {
      const { shellTool: tool } = SIMULATIONS[name];
      return (await commandHost(name).beforeTool("kill -9 $$", { tool, input: { command: "ls" } })).effect.tool;
    });
    expect(await Promise.all(tools)).toEqual(["asks", "runs", "runs", "runs", "does not run"]);
    const closed = commandHost("claude-code", { onFailure: "block", timeout: 1 });
    expect((await closed.beforeTool("exit 1", bash)).effect.tool).toBe("does not run");
    expect((await closed.beforeTool("exec sleep 60", bash)).effect.tool).toBe("does not run");
  });

  it("a hook that is not called denies nothing, also where a silent hook would", async () => {
    const { effect } = await commandHost("cursor", { onFailure: "block" }).ask("preToolUse", []);
    expect(effect).toEqual({ answer: "skipped", turn: "continues", tool: "runs" });
  });

  it("a child that keeps stdout open delays all hosts until their timeout, except Claude Code", async () => {
    const leaves = (name: CommandHostName) => `${denies(name)}; sleep 60 &`;
    const claude = commandHost("claude-code", { timeout: 30 });
    expect((await claude.beforeTool(leaves("claude-code"), bash)).effect.tool).toBe("does not run");
    const codex = commandHost("codex", { timeout: 1 });
    expect((await codex.beforeTool(leaves("codex"), bash)).effect.tool).toBe("runs");
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

  it("bash runs the commands of Codex, Gemini CLI and Copilot CLI", async () => {
    const file = join(folder, "mark");
    for (const name of ["codex", "gemini", "copilot"] as const) {
      writeFileSync(file, "");
      await commandHost(name).beforeTool(`[[ -n $BASH_VERSION ]] && echo ${name} > ${file}`, bash);
      expect(readFileSync(file, "utf8")).toBe(`${name}\n`);
    }
  });

  it("an unknown host is rejected by name", () => {
    expect(() => commandHost("amp" as CommandHostName)).toThrow(
      `expected one of ${SIMULATED_HOSTS.join(", ")}, got "amp"`,
    );
  });
});

it("Copilot CLI shows the model an empty text instead of a result", async () => {
  const empty = { modifiedResult: { resultType: "success", textResultForLlm: "" } };
  const { effect } = await commandHost("copilot").afterTool(prints(empty), { tool: "bash", output: "secret" });
  expect(effect).toMatchObject({ answer: "taken", result: "" });
});

it.each(["{}", '"{}"', "[1]", "null"])("Gemini CLI reads %s as an answer, at exit 2 too", async (json) => {
  const call = { tool: "run_shell_command", input: { command: "rm -rf ./work" } };
  const toolAfter = async (command: string) => (await commandHost("gemini").beforeTool(command, call)).effect.tool;
  expect(await toolAfter(`cat >/dev/null; echo '${json}' >&2; exit 2`)).toBe("runs");
  expect(await toolAfter(`cat >/dev/null; echo '${json}'; echo no >&2; exit 2`)).toBe("runs");
  expect(await toolAfter(`cat >/dev/null; echo '${json}'; echo no; exit 2`)).toBe("does not run");
});
