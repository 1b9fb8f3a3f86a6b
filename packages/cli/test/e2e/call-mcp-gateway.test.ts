import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentHook } from "../run-command.js";
import { folder } from "../temporary-folder.js";

const SDK = JSON.stringify(new URL("../../../sdk/dist/index.js", import.meta.url).href);

const HOOK = `
  import { approve, defineHook, modify, reject, respond, serve } from ${SDK};
  await serve(defineHook({
    name: "gateway-guard",
    onFailure: "block",
    respondsTo: ["sum"],
    beforeTool: ({ tool }) => {
      if (tool === "kill") process.kill(process.pid, "SIGKILL");
      return tool === "sum" ? respond("4") : undefined;
    },
    approveTool: ({ arguments: { path } }) => (path === "/etc/passwd" ? reject("not this file") : approve()),
    afterTool: ({ result }) => modify({ result: result.forLlm.replaceAll("s3cret", "***") }),
  }));
`;

function script(text: string): string {
  const path = join(folder(), "hook.mjs");
  writeFileSync(path, text);
  return path;
}

async function call(args: readonly string[], path: string) {
  const command = ["call", ...args, "--host", "mcp-gateway", "--json", "--", "node", path];
  const { stdout, stderr, code } = await agentHook(command);
  expect(stderr).toBe("");
  return { code, ...JSON.parse(stdout) };
}

test("agent-hook call starts a hook as an exec interceptor, and shows what the client gets", async () => {
  const hook = script(HOOK);
  const text = (value: string) => [{ type: "text", text: value }];
  const args = ["before_tool", "--tool", "read", "--args", '{"path":"/etc/passwd"}'];
  expect(await call(args, hook)).toMatchObject({
    ...{ code: 0, decision: "denied", sentence: "denied: not this file" },
    wire: {
      sent: { Params: { name: "read", arguments: { path: "/etc/passwd" } } },
      answered: { content: text("not this file"), isError: true },
    },
    outcome: { tool: "does not run", result: text("not this file") },
  });
  expect(await call(["before_tool", "--tool", "sum"], hook)).toMatchObject({
    ...{ code: 0, decision: "answered", sentence: "answered instead of the tool" },
    outcome: { tool: "does not run", result: text("4") },
  });
  expect(await call(["after_tool", "--tool", "read", "--result", "a s3cret"], hook)).toMatchObject({
    ...{ code: 0, decision: "changed" },
    changes: [{ pointer: "/result/0/text", was: "a s3cret", is: "a ***" }],
    wire: { sent: { content: text("a s3cret") } },
  });
  expect(await call(["before_tool", "--tool", "kill"], hook)).toMatchObject({
    ...{ code: 1, decision: "failed", sentence: "failed: the hook ended with 137" },
    outcome: { tool: "does not run" },
  });
});

test("agent-hook check passes a hook that uses the SDK, and finds what is wrong with another", async () => {
  const check = (path: string) => agentHook(["check", "--host", "mcp-gateway", "--", "node", path]);
  const good = await check(script(HOOK));
  expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ the hook on .+: \d+ passed/) });
  const bad = await check(script('console.log(JSON.stringify({ decision: "allow" }));'));
  expect(bad.code).toBe(1);
  for (const id of ["answer/types", "answer/words", "approval/never"]) expect(bad.stdout).toContain(`✗ ${id}  `);
});

test("the printed interceptor starts the hook in the gateway's shell, and its answer follows the call", async () => {
  const printed = await agentHook(["config", "mcp-gateway", "--", "node", script(HOOK)]);
  const { args } = JSON.parse(printed.stdout) as { readonly args: readonly string[] };
  const command = args.find((word) => word.startsWith("before:exec:"))?.slice("before:exec:".length) ?? "";
  const run = (path: string) => {
    const input = JSON.stringify({ Session: {}, Params: { name: "read", arguments: { path } }, Extra: null });
    return spawnSync("/bin/sh", ["-c", command], { input, encoding: "utf8" });
  };
  expect(run("a.txt")).toMatchObject({ stdout: "", status: 0 });
  expect(JSON.parse(run("/etc/passwd").stdout)).toMatchObject({ isError: true });
});
