import { fileURLToPath } from "node:url";
import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import { type CommandCheckOptions, checkCommandHook, commandManifest } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { recordedPayloads } from "../../docker-agent/recordings.js";

const hookFile = (name: string) => fileURLToPath(new URL(`../../hooks/${name}`, import.meta.url));
const HOOK = [process.execPath, hookFile("one-call.mjs")];

/** Returns the verdicts by id, except for `passed`. */
async function found(fault: string, options: Omit<CommandCheckOptions, "host"> = {}, policy = "continue") {
  const { results, ok } = await checkCommandHook(HOOK, {
    host: "docker-agent",
    ...options,
    env: { FAULT: fault, POLICY: policy },
  });
  const rest = results.filter(({ verdict }) => verdict !== "passed");
  expect(ok).toBe(rest.every(({ verdict }) => verdict !== "broken"));
  for (const { verdict, sent, received, why } of rest) {
    if (verdict === "broken")
      expect([sent, received, why]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  }
  return Object.fromEntries(rest.map(({ id, verdict }) => [id, verdict]));
}

describe("checking a hook that docker-agent starts for each call", () => {
  it.each([
    ["v1.58.0", "block", {}],
    ["v1.123.0", "continue", { "input/denied": "not applicable" }],
  ] as const)("finds no fault in a correct one, in any language: %s, %s", async (version, policy, rest) => {
    expect(await found("none", { version }, policy)).toEqual(rest);
  });

  it.each([
    [
      "noise",
      {
        "answer/one-object": "broken",
        "denial/every-variant": "not applicable",
        "denial/reason-once": "not applicable",
      },
    ],
    [
      "type",
      {
        "answer/taken": "broken",
        "answer/types": "broken",
        "denial/every-variant": "not applicable",
        "denial/reason-once": "not applicable",
      },
    ],
    ["key", { "answer/words": "broken" }],
    ["word", { "answer/words": "broken", "denial/every-variant": "broken" }],
    ["decision", { "answer/words": "broken" }],
    ["variant", { "denial/every-variant": "broken", "denial/reason": "broken" }],
    ["mixed", { "approval/never": "broken", "denial/every-variant": "broken" }],
    ["two", { "denial/reason-once": "broken" }],
    ["silent", { "denial/every-variant": "not applicable", "denial/reason-once": "not applicable" }],
    ["exit", { "end/code": "broken", "denial/every-variant": "not applicable" }],
    ["strict", { "input/unknown-fields": "broken" }],
  ])("finds %s", async (fault, ids) => {
    expect(await found(fault, { only: Object.keys(ids) })).toEqual(ids);
  });

  it.each([
    ["late", "end/in-time", { timeoutMs: 300 }],
    ["child", "end/pipes", {}],
  ])("finds one that delays the host: %s", async (fault, id, options) => {
    expect(await found(fault, { only: [id], ...options })).toEqual({ [id]: "broken" });
  });

  it("finds one that blocks, but allows an unreadable payload", async () => {
    expect(await found("lenient", { only: ["input/denied"] }, "block")).toEqual({ "input/denied": "broken" });
  });

  it("sends every recorded event unchanged", () => {
    const { payloads, older } = SIMULATIONS["docker-agent"];
    expect(payloads).toEqual(recordedPayloads("v1.123.0"));
    expect(older).toEqual({ "v1.58.0": recordedPayloads("v1.58.0") });
  });

  it("has stable, sorted ids, each with a sentence and a source", () => {
    const ids = commandManifest("docker-agent").map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual([...new Set(ids)]);
    for (const { id, sentence, source } of commandManifest("docker-agent")) {
      expect(id).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
      expect(sentence).toMatch(/\.$/);
      expect(source).toMatch(/^docker-agent /);
    }
  });

  it.each([
    [{ only: ["end/cod"] }, '"end/cod" (did you mean "end/code"?)'],
    [{ only: [] }, "only: expected at least one id"],
    [{ mode: 1 }, "mode"],
    [{ version: "v1.100.0" }, 'version: expected v1.58.0 or v1.123.0, got "v1.100.0"'],
    [{ host: "codx" }, `host: expected one of ${SIMULATED_HOSTS.join(", ")}, got "codx"`],
    [{ host: "codex", version: "0.1.0" }, 'version: expected 0.169.0, got "0.1.0"'],
  ])("rejects %j", async (options, message) => {
    await expect(checkCommandHook(HOOK, { host: "docker-agent", ...options } as CommandCheckOptions)).rejects.toThrow(
      message,
    );
  });

  it("reports a missing program as one that could not be started", async () => {
    await expect(checkCommandHook(["/no/such/program"], { host: "docker-agent" })).rejects.toMatchObject({
      code: "spawn-failed",
    });
  });
});
