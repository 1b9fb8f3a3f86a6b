import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startPicoClawHost } from "@agent-hook/picoclaw/testing";
import { type DecisionRecord, readLog } from "@agent-hook/sdk/internal/record";
import { commandHost } from "@agent-hook/testing/internal/command-hosts";
import { expect, test } from "vitest";
import { askAgainWith } from "../../src/ask-again/ask-again.js";
import { launchedHook } from "../../src/launched-hook.js";
import { devCommand, SDK } from "../dev-session.js";
import { record } from "../log/log-of.js";
import { file as fileOf } from "../run-command.js";
import { folder } from "../temporary-folder.js";

const ZOD = pathToFileURL(fileOf("node_modules/zod/index.js")).href;

/** A guard that counts its calls in the store and in a file. */
const guard = (decision: string) => `
  import { appendFileSync } from "node:fs";
  import { approve, defineHook, deny, serve, storeKey } from "${SDK}";
  import { z } from "${ZOD}";
  const calls = storeKey("calls", { value: z.number(), scope: "user" });
  await serve(defineHook({
    name: "probe",
    onFailure: "block",
    approveTool: async (call, { store }) => {
      appendFileSync(new URL("calls", import.meta.url), JSON.stringify(call.arguments) + call.cwd + "\\n");
      const count = await store.increment(calls);
      ${decision}
    },
  }));
`;

function setUp() {
  const path = folder();
  const file = join(path, "guard.mjs");
  const write = (decision: string) => writeFileSync(file, guard(decision));
  const env = { ...process.env, XDG_STATE_HOME: join(path, "state"), AGENT_HOOK_LOG: "on" };
  const records = async () => {
    const all: DecisionRecord[] = [];
    for await (const one of readLog(join(path, "state/agent-hook/decisions"))) all.push(one as DecisionRecord);
    return all;
  };
  const calls = () => readFileSync(join(path, "calls"), "utf8").trimEnd().split("\n");
  return { path, file, write, env, records, calls, askAgain: askAgainWith([process.execPath, file]) };
}

test("a one-shot agent's call, to the hook as its file is now: the store, the log and the tool are untouched", async () => {
  const { path, write, env, records, calls, askAgain, file } = setUp();
  write('return deny("call " + count);');
  const hook = await launchedHook([process.execPath, file]);
  const agent = commandHost("claude-code", { env, cwd: path });
  const { command } = hook.commandAt("PreToolUse", { name: "claude-code", text: "claude-code" });
  const ask = (input: object) => agent.beforeTool(command, { tool: "Bash", input: { ...input } });
  await ask({ command: "make" });
  await ask({ command: "curl -u me:Xq7vT2mNp9Lw https://example.com" });
  await ask({ command: `echo ${"word ".repeat(1000)}` });
  const [first, secret, long] = (await records()) as [DecisionRecord, DecisionRecord, DecisionRecord];
  expect(first).toMatchObject({ decision: "deny", reason: "call 1" });

  write('return count > 1 ? deny("call " + count) : approve();');
  expect(await askAgain(first)).toMatchObject({ decision: "none", hook: "probe", tool: "Bash" });
  expect(calls().at(-1)).toBe(`{"command":"make"}${path}`);
  await expect(askAgain(secret)).rejects.toThrow("without its secrets");
  await expect(askAgain(long)).rejects.toThrow("only a part of this call");
  expect(calls()).toHaveLength(4);

  write("process.kill(process.pid, 'SIGKILL');");
  expect(await askAgain(first)).toMatchObject({ by: "launcher", decision: "deny", failure: { kind: "killed" } });
  writeFileSync(file, "const = 1;");
  await expect(askAgain(first)).rejects.toThrow("SyntaxError");

  write('return deny("call " + count);');
  expect((await ask({ command: "make" })).effect).toMatchObject({ reason: "call 4" });
  expect(await records()).toHaveLength(4);
});

test("a call of PicoClaw, which goes on with agent-hook dev in between and notices nothing", async () => {
  const { write, env, records, askAgain, file } = setUp();
  write('return deny("call " + count);');
  const options = { env: env as Record<string, string> };
  await using host = await startPicoClawHost(devCommand([process.execPath, file]), options);
  const call = { tool: "exec", arguments: { command: "make" } };
  expect(await host.approveTool(call)).toMatchObject({ reason: "call 1" });
  await expect.poll(records, { timeout: 600_000 }).toHaveLength(1);
  const [first] = (await records()) as [DecisionRecord];
  expect(await askAgain(first)).toMatchObject({ host: { name: "picoclaw" }, decision: "deny", reason: "call 1" });
  expect(await host.approveTool(call)).toMatchObject({ reason: "call 2" });
  await expect.poll(records, { timeout: 600_000 }).toHaveLength(2);
});

test("a call about which a hook asks a person: nobody is asked", async () => {
  const askAgain = askAgainWith([process.execPath, fileOf("packages/cli/test/hooks/ask-person.mjs")]);
  const before = { hook: "careful", host: { name: "codex" }, tool: "Bash", arguments: { command: "make" } };
  const after = await askAgain(record("abcdefgh", { ...before, point: "approveTool", event: "PreToolUse" }));
  expect(after).toMatchObject({ decision: "deny", reason: expect.stringContaining("Nobody can be asked") });
});
