import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { hook } from "../src/hook.js";

function observed() {
  const folder = mkdtempSync(join(tmpdir(), "observer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { OBSERVER_FILE: join(folder, "events.jsonl") };
  return {
    env,
    entries: () =>
      readFileSync(env.OBSERVER_FILE, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}

describe.each(TEST_HOSTS)("under %s", (host) => {
  test("a tool call is two lines, without its arguments, and the hook makes no decision", async () => {
    const { env, entries } = observed();
    const outcome = await createTestHost(hook, { host, env }).shell("cat private", "four");
    expect(outcome).toMatchObject({ decision: "none", ran: true, result: "four", failures: [] });
    expect(entries()).toEqual([
      expect.objectContaining({ kind: "tool.start", tool: outcome.tool }),
      expect.objectContaining({ kind: "tool.end", tool: outcome.tool }),
    ]);
    expect(JSON.stringify(entries())).not.toContain("private");
  });

  test("a tool that failed is written too", async () => {
    const { env, entries } = observed();
    const fails = () => {
      throw new Error("private");
    };
    expect(await createTestHost(hook, { host, env }).shell("ls", fails)).toMatchObject({ ran: true, failures: [] });
    expect(entries()).toMatchObject([{ kind: "tool.start" }, { kind: "tool.end" }]);
    expect(JSON.stringify(entries())).not.toContain("private");
  });
});
