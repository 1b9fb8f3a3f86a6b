import { spawnSync } from "node:child_process";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { describe, expect, test } from "vitest";
import { agentHook, file } from "../run-command.js";

const node = process.execPath;
const WRONG = file("packages/picoclaw/test/hooks/wrong.mjs");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

interface Report {
  readonly ok: boolean;
  readonly results: readonly { readonly id: string; readonly verdict: string; readonly received?: string }[];
}

const broken = ({ results }: Report) => results.filter(({ verdict }) => verdict === "broken").map(({ id }) => id);

/** Checking all rules takes seconds. */
const RULES = ["--only", "hello/answered", "own-tools/answered", "shapes/action"];
/** Checks `wrong.mjs` with one fault. */
const checkFault = (FAULT: string, ...flags: string[]) =>
  agentHook(["check", "--host", "picoclaw", ...flags, "--", node, WRONG], { env: { FAULT } });

describe("agent-hook check", () => {
  test("a hook that follows every rule exits with 0 and one line", async () => {
    const { code, stdout, stderr } = await checkFault("none");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^✓ wrong 0\.0\.1 on PicoClaw: \d\d passed, 1 not applicable\n$/);
  });

  test("a faulty hook exits with 1; each broken rule shows what was sent, what was received and why it matters", async () => {
    const { code, stdout, stderr } = await checkFault("wrong shape", ...RULES);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("✗ shapes/action  An answer names its decision in `action`");
    expect(stdout).toMatch(/^ {4}sent {6}\{"jsonrpc":"2\.0","id":\d+,"method":"hook\./m);
    expect(stdout).toMatch(/^ {4}received {2}.*"decision"/m);
    expect(stdout).toMatch(/^ {4}why {7}The host continues as if the hook had made no decision/m);
    expect(stdout).toMatch(/\n✗ wrong 0\.0\.1 on PicoClaw: 1 passed, 1 broken, 1 not applicable\n$/);
  });

  test("--json prints the report of checkHook", async () => {
    const { code, stdout, stderr } = await checkFault("wrong shape", "--json", ...RULES);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const report: Report & { hook: object } = JSON.parse(stdout);
    expect(report).toMatchObject({ ok: false, hook: { name: "wrong", version: "0.0.1" } });
    expect(broken(report)).toEqual(["shapes/action"]);
  });

  test.skipIf(!hasPython)("finds the faults of hooks in Python (skipped without python3)", async () => {
    const wrong = ["python3", file("packages/cli/test/hooks/wrong.py")];
    const own = await agentHook(["check", "--host", "picoclaw", "--json", "--only", "shapes/action", "--", ...wrong]);
    expect(own.code).toBe(1);
    expect(broken(JSON.parse(own.stdout))).toEqual(["shapes/action"]);
    // PicoClaw's weather plugin.
    const plugin = ["python3", file("examples/mini-agent/test/weather_plugin.py")];
    const flags = ["--call-own-tools", "--only", "own-tools/answered", "own-tools/last-turn"];
    const { code, stdout } = await agentHook(["check", "--host", "picoclaw", "--json", ...flags, "--", ...plugin]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Report).results).toMatchObject([
      { id: "own-tools/answered", verdict: "passed" },
      { id: "own-tools/last-turn", verdict: "broken" },
    ]);
  });

  test("--only checks only the named rules", async () => {
    const { code, stdout } = await checkFault("wrong shape", "--only", "ids/once", "hello/answered", "--json");
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Report).results.map(({ id }) => id)).toEqual(["hello/answered", "ids/once"]);
  });

  test("--modes calls the hook only in the named modes; rules that need other modes are not applicable", async () => {
    const { stdout } = await checkFault("wrong shape", "--modes", "approve", "--only", "shapes/action", "--json");
    expect((JSON.parse(stdout) as Report).results).toMatchObject([{ id: "shapes/action", verdict: "not applicable" }]);
  });

  test.each([
    [["--only", "shape/action"], '"shapes/action"'],
    [["--modes", "tools"], "expected some of observe, llm, tool, approve"],
  ])("%j is a usage error", async (flags, sentence) => {
    const { code, stdout, stderr } = await checkFault("none", ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test.each([
    ["a program that does not exist", ["./no-such-program"], "could not be started"],
    ["a script that does not exist", [node, "./no-such.mjs"], "the process ended with code 1"],
  ])("%s exits with 3", async (_, command, sentence) => {
    const { code, stdout, stderr } = await agentHook(["check", "--", ...command]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(sentence);
  });

  test("a hook that rejects hello exits with 3 and its message", async () => {
    const { code, stdout } = await checkFault("refuses at hello", "--json");
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: "not-run", message: expect.stringContaining("WEATHER_KEY is not set") },
    });
  });

  describe("without --host", () => {
    const only = ["--only", "denial/denies"];
    const checked = async (command: readonly string[], ...flags: string[]) => {
      const { code, stdout } = await agentHook(["check", "--json", ...flags, "--", ...command]);
      const { hosts, ok } = JSON.parse(stdout) as { hosts: readonly (Report & { host: string })[]; ok: boolean };
      return { code, ok, hosts: hosts.map(({ host }) => host) };
    };

    const guard = [node, file("packages/testing/test/hooks/guard.mjs")];

    test("checks a hook with a manifest on one host of each lifetime", async () => {
      const { hosts } = await checked(guard);
      expect(hosts.map((host) => host.replace(/@.*/, ""))).toEqual(["picoclaw", "claude-code"]);
    });

    test("checks it on each host that can run it if --host is all", async () => {
      const { code, ok, hosts } = await checked(guard, "--host", "all", ...only);
      expect({ code, ok }).toEqual({ code: 0, ok: true });
      const wereRead = ["goose", "cursor"];
      expect(hosts.map((host) => host.replace(/@.*/, ""))).toEqual(
        SIMULATED_HOSTS.filter((host) => !wereRead.includes(host)),
      );
    });

    test("checks any other hook on PicoClaw, if it answers hello", async () => {
      const { code, ok, hosts } = await checked([node, WRONG], "--only", "hello/answered");
      expect({ code, ok, hosts }).toEqual({ code: 0, ok: true, hosts: ["picoclaw@v0.2.9"] });
    });

    test("asks for the agent if the hook does not answer hello", async () => {
      const { code, stderr } = await agentHook(["check", "--", node, "-e", "process.exit(1)"]);
      expect(code).toBe(3);
      expect(stderr).toContain("If an agent starts it for each event, add --host with that agent");
    });
  });
});
