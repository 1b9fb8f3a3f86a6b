import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { RUNTIME } from "../../runtime.js";
import { spawnHook, spawnReady } from "../../spawn-hook.js";
import type { Plumbing } from "../../start-process.js";
import { beforeTool } from "../../wire-calls.js";

const throughStreams = ["console.log", "console.info", "console.dir", "console.table", "process.stdout.write"];
const aroundStreams = [
  "a console.log kept from before",
  "a write kept from before",
  "a raw write to descriptor 1",
  "a child with inherited stdio",
  "a shell with inherited stdio",
  "an async child with inherited stdio",
];
const rawWrites = ["fs.write", "fs.writev", "fs.writevSync", "fs.writeFileSync", "fs.appendFileSync"];
const alone = [...aroundStreams, "execSync with inherited stdio", "execFileSync with inherited stdio"];
const ways = [...throughStreams, ...aroundStreams];
const plumbings: readonly Plumbing[] = ["socket", "pipe", "mixed"];

/** Returns the stdout lines that are not answers. Line-based hosts skip empty lines. */
const noise = (lines: readonly string[]) => lines.filter((line) => line !== "" && !line.startsWith('{"jsonrpc"'));

describe.each(plumbings)("no printed text breaks a reply, with a %s as stdout", (plumbing) => {
  test(`every way to print leaves each answer whole, on its own line (${plumbing})`, async () => {
    const hook = await spawnReady("noisy.mjs", { plumbing });
    for (const tool of [...ways, ...ways]) {
      const result = await hook.call("hook.before_tool", beforeTool(tool));
      expect(result, tool).toEqual({ action: "deny_tool", reason: `printed by ${tool}` });
    }
    expect(hook.answers).toHaveLength(1 + 2 * ways.length);
    for (const way of throughStreams) expect(hook.stderr()).toContain(`of ${way}`);
  });

  test(`half a line printed before serve does not swallow the handshake (${plumbing})`, async () => {
    const hook = spawnHook("noisy.mjs", { plumbing, env: { HALF_LINE: "1" } });
    expect(await hook.hello()).toHaveProperty("result");
    expect(await hook.call("hook.before_tool", beforeTool("console.log"))).toMatchObject({ action: "deny_tool" });
  });

  test(`calls in flight are all answered despite noise (${plumbing})`, async () => {
    const hook = await spawnReady("noisy.mjs", { plumbing });
    const calls = Array.from({ length: 60 }, (_, n) => ways[n % ways.length] ?? "");
    const results = await Promise.all(calls.map((tool) => hook.call("hook.before_tool", beforeTool(tool))));
    expect(results.map((result) => result.reason)).toEqual(calls.map((tool) => `printed by ${tool}`));
  });
});

describe("destinations of noise", () => {
  test("what goes through streams or descriptors goes to stderr, although stdout is a socket", async () => {
    const hook = await spawnReady("noisy.mjs");
    for (const tool of [...throughStreams, ...rawWrites, "a corked stdout"]) {
      await hook.call("hook.before_tool", beforeTool(tool));
      await hook.logged(new RegExp(`of ${tool}`));
    }
    await hook.end();
    expect(noise(hook.lines)).toEqual(["noisy-dependency: thank you for installing"]);
  });

  test("half a line of output does not hide the next reply on a socket", async () => {
    const hook = await spawnReady("noisy.mjs", { env: { QUIET: "1" } });
    for (const tool of alone) {
      const result = await hook.call("hook.before_tool", beforeTool(tool));
      expect(result).toEqual({ action: "deny_tool", reason: `printed by ${tool}` });
    }
  });

  test.each(["pipe", "mixed"] as const)("no noise reaches the host if stdout is a pipe (%s)", async (plumbing) => {
    const hook = await spawnReady("noisy.mjs", { plumbing });
    for (const tool of ways) await hook.call("hook.before_tool", beforeTool(tool));
    await hook.end();
    expect(noise(hook.lines)).toEqual(["noisy-dependency: thank you for installing"]);
    // With PicoClaw's pipes, even a raw write and a child's print go to stderr.
    const more = plumbing === "pipe" ? ["a raw write", "a child", "a shell"] : [];
    for (const printed of ["console.table", "a kept write", ...more]) {
      expect(hook.stderr()).toContain(`of ${printed}`);
    }
  });

  test("pipes without a name, as Go creates them, stay free of noise too", () => {
    const calls = ways.map((tool, id) => ({
      jsonrpc: "2.0",
      id,
      method: "hook.before_tool",
      params: beforeTool(tool),
    }));
    const file = fileURLToPath(new URL("../../hooks/noisy.mjs", import.meta.url));
    const plumbing = '{ "$@" 2>&1 >&3 | cat >&2; } 3>&1 | cat';
    const input = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
    const host = spawnSync("sh", ["-c", plumbing, "sh", ...RUNTIME, file], { input, encoding: "utf8" });
    const lines = host.stdout.split("\n").filter((line) => line.startsWith("{"));
    const reasons = new Map(lines.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result.reason]));
    expect(reasons).toEqual(new Map(ways.map((tool, id) => [id, `printed by ${tool}`])));
    expect(noise(host.stdout.split("\n"))).toEqual(["noisy-dependency: thank you for installing"]);
    expect(host.stderr).toContain("NOISE of a raw write");
  });

  test.each(plumbings)("an author who ends process.stdout does not end the protocol (%s)", async (plumbing) => {
    const hook = await spawnReady("noisy.mjs", { plumbing });
    await hook.call("hook.before_tool", beforeTool("process.stdout.end"));
    for (const tool of ["process.stdout.end", "console.log", "a write kept from before"]) {
      expect(await hook.call("hook.before_tool", beforeTool(tool))).toMatchObject({ action: "deny_tool" });
    }
  });
});
