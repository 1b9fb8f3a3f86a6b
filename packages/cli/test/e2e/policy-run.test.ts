import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { folder } from "../config-folder.js";
import { agentHook, file } from "../run-command.js";

const BIN = file("packages/cli/bin/agent-hook.js");
const GUARD = "version: 1\nhooks:\n  guard-shell: {}\n";

/** Starts a policy under a host, through the launcher where the host's config has one. */
async function startPolicy(host: "picoclaw" | "claude-code", policy: string) {
  const launcher = host === "picoclaw" ? {} : { launcher: "block" as const };
  return startTestHost([process.execPath, BIN, "run", policy], { host, ...launcher, cwd: folder() });
}

function policy(text: string, files: Readonly<Record<string, string>> = {}): string {
  const path = join(folder(), "policy.yaml");
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, "..", name), content);
  writeFileSync(path, text);
  return path;
}

describe.each(["picoclaw", "claude-code"] as const)("under %s, a policy", (name) => {
  test("denies what its guard denies, and allows the rest", async () => {
    await using host = await startPolicy(name, policy(GUARD));
    expect(await host.shell("git reset --hard")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("git stash"),
    });
    expect(await host.shell("ls")).toMatchObject({ ran: true });
  });

  test("that is broken denies every call and names the line", async () => {
    const path = policy(`${GUARD}mode: sometimes\n`);
    await using host = await startPolicy(name, path);
    for (const command of ["git reset --hard", "ls"]) {
      const outcome = await host.shell(command);
      expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining(`${path} line 4: mode: `) });
      // PicoClaw is detected later than the policy is read.
      const remove = name === "picoclaw" ? "." : `, or run: npx agent-hook remove --host ${name}`;
      expect(outcome.reason).toContain(`Fix the file${remove}`);
    }
  });

  test("that is broken does not pass check, and call shows it as a failure", async () => {
    const hook = ["--", process.execPath, BIN, "run", policy("version: 1\nhooks:\n  guard-shel: {}\n")];
    const checked = await agentHook(["check", "--host", name, "--only", "failures/none", "--json", ...hook]);
    const why = 'policy.yaml line 3: unknown hook "guard-shel"';
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.stdout).results).toMatchObject([
      { verdict: "broken", received: expect.stringContaining(why) },
    ]);
    const called = await agentHook(["call", "before_tool", "--host", name, "--tool", "Read", ...hook]);
    expect(called).toMatchObject({ code: 1, stdout: expect.stringMatching(/^✗ failed: start: .*unknown hook/) });
  });

  test("that is missing denies every call and names the file", async () => {
    const path = join(folder(), "policy.yaml");
    await using host = await startPolicy(name, path);
    expect(await host.shell("ls")).toMatchObject({
      ran: false,
      reason: expect.stringContaining(`${path}: does not exist`),
    });
  });

  test("in observe mode allows everything", async () => {
    await using host = await startPolicy(name, policy(`${GUARD}mode: observe\n`));
    expect(await host.shell("git reset --hard")).toMatchObject({ ran: true });
  });
});

describe("a hook file of a policy", () => {
  test.each([
    ["with a syntax error", "const s3cret = ;\n", "cannot be loaded (SyntaxError)"],
    [
      "that calls serve",
      `import { defineHook, serve } from ${JSON.stringify(file("packages/sdk/dist/index.js"))};\nawait serve(defineHook({ name: "mine", onEvent() {} }));\n`,
      "must not call serve",
    ],
    [
      "that calls serve and continues",
      `import { defineHook, serve } from ${JSON.stringify(file("packages/sdk/dist/index.js"))};\nexport const hook = defineHook({ name: "mine", onEvent() {} });\nvoid serve(hook);\n`,
      "git stash",
    ],
    ["that ends the process", "process.exit(0);\n", ""],
  ])("%s cannot answer instead of the guards", async (_, code, expectedReason) => {
    const path = policy(`${GUARD}hookFiles: [./own.mjs]\n`, { "own.mjs": code });
    await using host = await startPolicy("claude-code", path);
    const outcome = await host.shell("git reset --hard");
    expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining(expectedReason) });
    expect(outcome.reason).not.toContain("s3cret");
  });

  test("that cannot be loaded says why on stderr", () => {
    const path = policy(`${GUARD}hookFiles: [./own.mjs]\n`, { "own.mjs": "throw new Error('the port is taken');" });
    const args = [file("packages/cli/dist/policy/hook.cjs"), path, "--describe"];
    const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toMatch(
      /line \d+: hookFiles\[0\]: cannot be loaded \(Error\)\nError: the port is taken\n.*own\.mjs:1/,
    );
  });

  test("decides together with the ready-made hooks", async () => {
    const sdk = JSON.stringify(file("packages/sdk/dist/index.js"));
    const code = `import { approve, defineHook, deny } from ${sdk};
export default defineHook({ name: "mine", approveTool: (call) => (call.arguments.command === "ls" ? deny("no ls") : approve()) });\n`;
    const path = policy(`${GUARD}hookFiles: [./own.mjs]\n`, { "own.mjs": code });
    await using host = await startPolicy("claude-code", path);
    expect(await host.shell("ls")).toMatchObject({ ran: false, reason: expect.stringContaining("no ls") });
    expect(await host.shell("git reset --hard")).toMatchObject({
      ran: false,
      reason: expect.stringContaining("git stash"),
    });
    expect(await host.shell("pwd")).toMatchObject({ ran: true });
  });
});

test("the program that serves policies is Latin-1, so that Node keeps each character in one byte", () => {
  expect(readFileSync(file("packages/cli/dist/policy/hook.cjs"), "utf8").match(/[\u0100-\uffff]/g)).toBeNull();
});

test("a broken policy describes nothing, so that no config is written for it", async () => {
  const path = policy("version: 1\n");
  const { code, stdout, stderr } = await agentHook(["run", path, "--describe"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`${path} line 1: has no hooks`);
});

test("without a file, run exits with 2 and an example", async () => {
  const { code, stderr } = await agentHook(["run"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("agent-hook run .agent-hook/policy.yaml"),
  });
});
