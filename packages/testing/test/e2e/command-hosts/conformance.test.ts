import { fileURLToPath } from "node:url";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/simulations";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { type CommandCheckOptions, checkCommandHook, commandManifest } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";

const HOOK = [process.execPath, fileURLToPath(new URL("../../hooks/command-hook.mjs", import.meta.url))];

/** The hosts that do not run a tool after `continue: false` alone (observed, or read). */
const HALT_DENIES = ["gemini", "docker-agent", "qwen", "droid", "opencode", "mcp-gateway", "cursor"];
/** The hosts that do not run a tool after a line of a log and a denial (observed, or read). */
const NOISE_DENIES = ["opencode", "mcp-gateway", "cursor"];

/** Returns the verdicts by id, except for `passed`. */
async function found(fault: string, options: CommandCheckOptions, policy = "continue") {
  const { results, ok } = await checkCommandHook(HOOK, { ...options, env: { FAULT: fault, POLICY: policy } });
  const rest = results.filter(({ verdict }) => verdict !== "passed");
  expect(ok).toBe(rest.every(({ verdict }) => verdict !== "broken"));
  return Object.fromEntries(rest.map(({ id, verdict }) => [id, verdict]));
}

describe.each(SIMULATED_HOSTS)("checking a hook that %s starts for each call", (host) => {
  const isLoose = host === "gemini" || host === "copilot";
  const denials = commandManifest(host).filter(({ id }) => id.startsWith("denial/"));
  const deniesNothing = Object.fromEntries(denials.map(({ id }) => [id, "not applicable"]));

  it("finds no fault in a correct one, in any language", async () => {
    // Cline reads no exit code.
    expect(await found("none", { host }, "block")).toEqual(
      host === "cline" ? { "input/denied": "not applicable" } : {},
    );
    expect(await found("silent", { host })).toEqual({ ...deniesNothing, "input/denied": "not applicable" });
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
  ])("finds %s", async (fault, ids) => {
    // Cline has no word that allows.
    if (fault === "allow" && host === "cline") return;
    const only = [...new Set([...Object.keys(ids), "denial/denies"])];
    const all = await found(fault, { host, only });
    // A log line is not a readable denial, and Gemini CLI shows the text next to it to the user.
    if (fault === "noise" && host === "gemini") expect(all).toMatchObject({ "answer/one-object": "broken" });
    else expect(all).toMatchObject(ids);
    if (fault === "key" && isLoose) expect(all).not.toHaveProperty("denial/denies");
  });

  it("finds no fault in a guard that uses the SDK, with or without the launcher", async () => {
    const guard = [process.execPath, fileURLToPath(new URL("../../hooks/guard.mjs", import.meta.url))];
    const launched = (event: string) => {
      const command = [...guard, "--host", hostFlag(host, event)];
      const parts = { launcher: launcherPath(), mode: "block", host, event, seconds: 30, command } as const;
      return ["/bin/sh", "-c", launcherCommand(parts)];
    };
    for (const command of [guard, launched]) {
      const { results } = await checkCommandHook(command, { host });
      expect(results.filter(({ verdict }) => verdict === "broken")).toEqual([]);
    }
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

it.each([
  ["dialect", { "answer/words": "broken", "answer/taken": "broken" }, {}],
  ["exit", { "end/code": "broken" }, {}],
  ["strict", { "input/unknown-fields": "broken" }, {}],
  ["late", { "end/in-time": "broken" }, { timeoutMs: 300 }],
  ["child", { "end/pipes": "broken" }, {}],
  ["lenient", { "input/denied": "broken" }, {}],
])("finds %s by the same rules for every host", async (fault, ids, options) => {
  expect(await found(fault, { host: "codex", only: Object.keys(ids), ...options }, "block")).toEqual(ids);
});

it("finds an empty object instead of no answer for Docker's MCP gateway, which answers the call with it", async () => {
  expect(await found("empty", { host: "mcp-gateway", only: ["answer/types"] })).toEqual({ "answer/types": "broken" });
  expect(await found("dialect", { host: "mcp-gateway", only: ["answer/words", "answer/types"] })).toEqual({
    "answer/types": "broken",
    "answer/words": "broken",
  });
});

it("accepts plain text as context if the host does", async () => {
  const only = ["answer/one-object"];
  expect(await found("told", { host: "codex", only })).toEqual({});
  expect(await found("told", { host: "gemini", only })).toEqual({ "answer/one-object": "broken" });
});
