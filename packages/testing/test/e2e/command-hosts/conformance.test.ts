import { fileURLToPath } from "node:url";
import { hostFlag } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/simulations";
import { launcherCommand, launcherPath } from "@agent-hook/sdk/launcher";
import { type CommandCheckOptions, checkCommandHook } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";

const hookFile = (name: string) => fileURLToPath(new URL(`../../hooks/${name}`, import.meta.url));
const HOOK = [process.execPath, hookFile("command-hook.mjs")];

/** Returns the verdicts by id, except for `passed`. */
async function found(fault: string, options: Partial<CommandCheckOptions> = {}, policy = "block") {
  const env = { FAULT: fault, POLICY: policy };
  const { results, ok } = await checkCommandHook(HOOK, { host: "codex", ...options, env });
  const rest = results.filter(({ verdict }) => verdict !== "passed");
  expect(ok).toBe(rest.every(({ verdict }) => verdict !== "broken"));
  for (const { verdict, why } of rest) if (verdict === "broken") expect(why).toEqual(expect.any(String));
  return Object.fromEntries(rest.map(({ id, verdict }) => [id, verdict]));
}

// `command-conformance` checks the answers of other hosts in memory.
describe("checking a hook that Codex starts for each call", () => {
  it("finds no fault in a correct one, in any language", async () => {
    expect(await found("none")).toEqual({});
    expect(await found("silent", {}, "continue")).toEqual({
      "denial/denies": "not applicable",
      "denial/reason": "not applicable",
      "input/denied": "not applicable",
    });
  });

  it.each<[fault: string, ids: Readonly<Record<string, string>>, options: Partial<CommandCheckOptions>]>([
    ["dialect", { "answer/words": "broken", "answer/taken": "broken" }, {}],
    ["exit", { "end/code": "broken" }, {}],
    ["strict", { "input/unknown-fields": "broken" }, {}],
    ["late", { "end/in-time": "broken" }, { timeoutMs: 300 }],
    ["child", { "end/pipes": "broken" }, {}],
    ["lenient", { "input/denied": "broken" }, {}],
  ])("finds %s", async (fault, ids, options) => {
    expect(await found(fault, { only: Object.keys(ids), ...options })).toEqual(ids);
  });

  it.each([
    [{ only: ["end/cod"] }, '"end/cod" (did you mean "end/code"?)'],
    [{ only: [] }, "only: expected at least one id"],
    [{ mode: 1 }, "mode"],
    [{ host: "docker-agent", version: "v1.100.0" }, 'version: expected v1.58.0 or v1.123.0, got "v1.100.0"'],
    [{ host: "codx" }, `host: expected one of ${SIMULATED_HOSTS.join(", ")}, got "codx"`],
    [{ version: "0.1.0" }, 'version: expected 0.171.0, got "0.1.0"'],
  ])("rejects %j", async (options, message) => {
    await expect(checkCommandHook(HOOK, { host: "codex", ...options } as CommandCheckOptions)).rejects.toThrow(message);
  });

  it("reports a missing program as one that could not be started", async () => {
    await expect(checkCommandHook(["/no/such/program"], { host: "codex" })).rejects.toMatchObject({
      code: "spawn-failed",
    });
  });
});

it.each(SIMULATED_HOSTS)(
  "finds no fault in a guard of %s that uses the SDK, with or without the launcher",
  async (host) => {
    const guard = [process.execPath, hookFile("guard.mjs")];
    const launched = (event: string) => {
      const command = [...guard, "--host", hostFlag(host, event)];
      const parts = { launcher: launcherPath(), mode: "block", host, event, seconds: 30, command } as const;
      return ["/bin/sh", "-c", launcherCommand(parts)];
    };
    const broken = async (command: CommandCheckCommand, only?: readonly string[]) =>
      (await checkCommandHook(command, { host, ...(only && { only }) })).results.filter(
        ({ verdict }) => verdict === "broken",
      );
    expect(await broken(guard)).toEqual([]);
    // The launcher passes on what the guard prints.
    expect(await broken(launched, ["denial/denies", "denial/reason", "input/denied"])).toEqual([]);
  },
);

type CommandCheckCommand = Parameters<typeof checkCommandHook>[0];
