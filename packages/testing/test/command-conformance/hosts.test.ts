import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { commandManifest } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import type { CommandHostName } from "../../src/internal/command-hosts.js";
import { type CheckOptions, checkInMemory, type Printed } from "./check-in-memory.js";

/** The hosts that do not run a tool after `continue: false` alone (observed, or read). */
const HALT_DENIES = ["gemini", "docker-agent", "qwen", "droid", "opencode", "kilo", "mcp-gateway", "cursor"];
/** The hosts that do not run a tool after a line of a log and a denial (observed, or read). */
const NOISE_DENIES = ["opencode", "kilo", "mcp-gateway", "cursor"];

const silent = (): Printed => ({});
const prints = (document: object): Printed => ({ stdout: `${JSON.stringify(document)}\n` });
type Words = Readonly<Record<string, unknown>> & { readonly hookSpecificOutput?: object };

/** What hooks of a host print before a tool call. */
const ANSWERS = (host: CommandHostName) => {
  const documentFor = (decision: "allow" | "deny", reason: string) =>
    SIMULATIONS[host].documentFor(decision, reason) as Words;
  const denial = documentFor("deny", "no");
  return {
    none: prints(denial),
    noise: { stdout: `a log\n${JSON.stringify(denial)}\n` },
    key: prints({ ...denial, foo: 1 }),
    name: prints({ ...denial, hookSpecificOutput: { ...denial.hookSpecificOutput, hookEventName: "PostToolUse" } }),
    allow: prints({ decision: "allow", ...documentFor("allow", "fine") }),
    reason: prints(documentFor("deny", undefined as never)),
    halt: prints({ continue: false, stopReason: "no" }),
  };
};

/** Checks a hook that gives such an answer before each tool call. */
function found(fault: keyof ReturnType<typeof ANSWERS>, { host, ...options }: Omit<CheckOptions, "hook">) {
  const answer = ANSWERS(host)[fault];
  const { beforeTool } = SIMULATIONS[host];
  return checkInMemory({ host, ...options, hook: (event) => (event === beforeTool ? answer : {}) });
}

describe("checking a hook that uses the SDK", () => {
  const stderrIs = (stderr: string) =>
    checkInMemory({
      host: "claude-code",
      only: ["failures/none"],
      hook: () => ({ ...ANSWERS("claude-code").none, stderr }),
    });

  it("finds a failed start and a failed handler, although the answers are valid denials", async () => {
    const isBroken = { "failures/none": "broken" };
    expect(await stderrIs("agent-hook: the hook cannot start:\npolicy.yaml line 3: unknown hook\n")).toEqual(isBroken);
    expect(await stderrIs("[a] error: setup failed (id 1234abcd): an error was thrown; the call was denied\n")).toEqual(
      isBroken,
    );
  });

  it("accepts a decision that the host does not support, and other lines on stderr", async () => {
    expect(
      await stderrIs(
        "[a] error: teardown failed (id 1234abcd): an error was thrown\nfetch failed: 404\n[a] error: afterTool failed (id 1234abcd): Claude Code ignores changes after a failed tool\n",
      ),
    ).toEqual({});
  });
});

describe.each(SIMULATED_HOSTS)("checking a hook that %s starts for each call", (host) => {
  const denials = commandManifest(host).filter(({ id }) => id.startsWith("denial/"));
  const deniesNothing = Object.fromEntries(denials.map(({ id }) => [id, "not applicable"]));

  it("finds no fault in a correct one", async () => {
    // Cline reads no exit code.
    const rest = host === "cline" ? { "input/denied": "not applicable" } : {};
    expect(await found("none", { host, policy: "block" })).toEqual(rest);
    expect(await checkInMemory({ host, hook: silent })).toEqual({ ...deniesNothing, "input/denied": "not applicable" });
  });

  it.each([
    [
      "noise",
      {
        "answer/one-object": "broken",
        ...(NOISE_DENIES.includes(host) ? {} : { "answer/taken": "broken", "denial/denies": "broken" }),
      },
    ],
    ["key", { "answer/words": "broken", ...(host === "codex" ? { "denial/denies": "broken" } : {}) }],
    ["name", { "answer/words": "broken", ...(host === "claude-code" ? { "denial/denies": "broken" } : {}) }],
    ["allow", { "approval/never": "broken", ...deniesNothing }],
    ["reason", { "denial/reason": "broken", ...(host === "codex" ? { "denial/denies": "broken" } : {}) }],
    ["halt", HALT_DENIES.includes(host) ? {} : { "denial/denies": "broken" }],
  ] as const)("finds %s", async (fault, ids) => {
    // Cline has no word that allows.
    if (fault === "allow" && host === "cline") return;
    const only = [...new Set([...Object.keys(ids), "denial/denies"])];
    const all = await found(fault, { host, only });
    // A log line is not a readable denial, and Gemini CLI shows the text next to it to the user.
    if (fault === "noise" && host === "gemini") expect(all).toMatchObject({ "answer/one-object": "broken" });
    else expect(all).toMatchObject(ids);
    if (fault === "key" && (host === "gemini" || host === "copilot")) expect(all).not.toHaveProperty("denial/denies");
  });

  it("has stable, sorted ids, each with a sentence and a source", () => {
    const manifest = commandManifest(host);
    const ids = manifest.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    for (const { id, sentence, source } of manifest) {
      expect(id).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/\.$/);
      expect(source).toMatch(/\((?:run|read)\)/);
    }
  });
});

it("finds an empty object instead of no answer for Docker's MCP gateway, which answers the call with it", async () => {
  const check = (only: readonly string[], document: object) =>
    checkInMemory({ host: "mcp-gateway", only, hook: () => prints(document) });
  expect(await check(["answer/types"], {})).toEqual({ "answer/types": "broken" });
  const dialect = { hook_specific_output: { permission_decision: "deny" } };
  expect(await check(["answer/words", "answer/types"], dialect)).toEqual({
    "answer/types": "broken",
    "answer/words": "broken",
  });
});

it("accepts plain text as context if the host does", async () => {
  const only = ["answer/one-object"];
  const hook = (event: string) => (event === "SessionStart" ? { stdout: "today is a good day\n" } : {});
  expect(await checkInMemory({ host: "codex", only, hook })).toEqual({});
  expect(await checkInMemory({ host: "gemini", only, hook })).toEqual({ "answer/one-object": "broken" });
});
