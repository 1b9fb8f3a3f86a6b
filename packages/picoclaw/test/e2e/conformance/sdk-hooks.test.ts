import { manifest } from "@agent-hook/picoclaw/testing";
import { describe, expect, test } from "vitest";
import { checkFile, unheld } from "../../conformance/check.js";

/** Longer than a host waits: a busy machine is slow, and no rule here is about time. */
const timeoutMs = 60_000;
const NOT_CALLED = { "not applicable": ["own-tools/answered"] };

describe("hooks that use the SDK follow every rule", () => {
  test.each([
    ["a hook with a tool", "sdk/test/hooks/weather.mjs", {}],
    ["a hook that handles every point and fails open", "sdk/test/hooks/guard-all.mjs", {}],
    ["a hook that handles every point and fails closed", "sdk/test/hooks/guard-all.mjs", { POLICY: "block" }],
    ["a guard", "testing/test/hooks/guard.mjs", {}],
    ["a hook that changes everything", "picoclaw/test/hooks/redacts.mjs", {}],
    ["a hook that changes everything and fails closed", "picoclaw/test/hooks/redacts.mjs", { POLICY: "block" }],
    ["a hook that echoes everything", "sdk/test/hooks/echo.mjs", { ECHO: "full" }],
    ["a hook that thinks before it answers", "picoclaw/test/hooks/slow.mjs", {}],
    ["a composed hook", "sdk/test/hooks/rewritten-after.mjs", {}],
  ])("%s (%s %o)", async (_, path, env) => {
    const report = await checkFile(path, { env, timeoutMs });
    expect(report.results.filter(({ verdict }) => verdict === "broken")).toEqual([]);
    expect(unheld(report)).toEqual(NOT_CALLED);
    expect(report.ok).toBe(true);
  });

  test("a hook with tools that are called on request, whatever they do without arguments", async () => {
    const report = await checkFile("picoclaw/test/hooks/tools.mjs", { callOwnTools: true, timeoutMs });
    expect(unheld(report)).toEqual({});
    expect(report.results.map(({ id }) => id)).toEqual(manifest.map(({ id }) => id));
    expect(report.hook).toEqual({ name: "tools" });
  });
});
