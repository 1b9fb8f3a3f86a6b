import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HookProcess } from "@agent-hook/picoclaw";
import { readTranscript } from "@agent-hook/sdk/internal/transcript";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";
import { folder } from "../temporary-folder.js";
import { entriesOf, inline, run, start, traced } from "../traced.js";

const GUARD = [process.execPath, file("packages/testing/test/hooks/guard.mjs")];
const SECRET = "sk-proj-abcdefghijklmnopqrstuvwx";
const out = () => join(folder(), "trace.jsonl");

/** Records a session of a host with the guard. */
async function session(path: string): Promise<void> {
  const hook = await HookProcess.start({
    name: "guard",
    command: traced(path, GUARD),
    modes: ["tool", "approve"],
    helloTimeoutMs: 25_000,
  });
  for (const tool of ["exec", "list_dir"]) {
    await hook.beforeTool({ tool, arguments: { command: "ls", api_key: SECRET } });
    await hook.approveTool({ tool, arguments: { command: "ls" } });
  }
  expect(await hook.close()).toEqual({ code: 0, signal: null });
}

describe("what trace records", () => {
  test("has each call before its answer, with the time", async () => {
    const path = out();
    const before = Date.now();
    await session(path);
    const entries = readTranscript(readFileSync(path, "utf8"));
    const ids = entries.flatMap(({ from, message }) => (from === "host" ? [message?.id] : []));
    expect(new Set(ids).size).toBe(5);
    expect(entries.map(({ from, message }) => [from, message?.id])).toEqual([
      ...ids.flatMap((id) => [
        ["host", id],
        ["hook", id],
      ]),
      ["hook", undefined],
    ]);
    const times = entries.map(({ at = "" }) => Date.parse(at));
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBeGreaterThanOrEqual(before);
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
  });

  test("matches in a replay, also if it is appended to, and differs for another hook", async () => {
    const path = out();
    await session(path);
    const first = readFileSync(path, "utf8");
    const same = await agentHook(["replay", path, "--", ...GUARD]);
    expect(same).toMatchObject({ code: 0, stderr: "" });
    expect(same.stdout).toContain("6 answers compared: 6 the same");
    const tools = [process.execPath, file("packages/picoclaw/test/hooks/tools.mjs")];
    expect(await agentHook(["replay", path, "--", ...tools])).toMatchObject({ code: 1 });
    await session(path);
    expect(readFileSync(path, "utf8").startsWith(first)).toBe(true);
    expect(entriesOf(path)).toHaveLength(22);
    expect(await agentHook(["replay", path, "--", ...GUARD])).toMatchObject({ code: 0 });
  });

  test("has no secrets, unless --raw is given", async () => {
    const line = `{"api_key":"${SECRET}"}\nBearer ${SECRET}\n`;
    const [redacted, raw] = [out(), out()];
    await run(traced(redacted, ["cat"]), line);
    await run(traced(raw, ["cat"], "--raw"), line);
    expect(readFileSync(redacted, "utf8")).not.toContain(SECRET);
    expect(entriesOf(redacted)[0]).toEqual({
      from: "host",
      message: { api_key: "[redacted]" },
      redacted: ["/api_key"],
    });
    expect(entriesOf(raw)[0]).toEqual({ from: "host", message: { api_key: SECRET } });
  });

  test("is readable only by its owner, even in a file that others could read before", async () => {
    const [fresh, open] = [out(), out()];
    writeFileSync(open, "");
    chmodSync(open, 0o644);
    for (const path of [fresh, open]) {
      await run(traced(path, ["cat"]), "");
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  test("is in the file while the hook runs", async () => {
    const path = out();
    writeFileSync(path, "");
    const hook = start(traced(path, ["cat"]));
    hook.child.stdin.write("first\n");
    while (!readFileSync(path, "utf8").includes("first")) await new Promise(setImmediate);
    hook.child.kill("SIGKILL");
    expect(entriesOf(path)[0]).toEqual({ from: "host", text: "first" });
  });

  test("does not include stdout and stderr; --json reports the end on stderr", async () => {
    const path = out();
    const hook = inline("console.log('a'); console.log('b'); process.exit(2)");
    expect(await run(traced(path, hook), "x\n")).toMatchObject({ code: 2, stdout: Buffer.from("a\nb\n"), stderr: "" });
    const { stdout, stderr } = await run(traced(path, hook, "--json"), "x\n");
    expect(stdout.toString()).toBe("a\nb\n");
    expect(stderr).toMatch(/^.*\n$/);
    expect(JSON.parse(stderr)).toEqual({ transcript: path, lines: { host: 1, hook: 2 }, exit: 2 });
  });
});
