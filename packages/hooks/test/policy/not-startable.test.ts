import { createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { hookOf, readPolicy, whyNotStartable } from "../../src/policy/index.js";

const POLICY = "/p/policy.yaml";
const HOOKS = [
  "require-reason: {}",
  "describe-tools: { tools: { x: y } }",
  "budget: {}",
  "budget: { limits: [{ per: turn, toolCalls: 50 }] }",
  "max-iterations: {}",
  "guard-shell: {}",
  "protect-files: {}",
  "break-loops: {}",
  "cache-results: { tools: [x] }",
  "unload-model: { model: x }",
  "redact-secrets: {}",
];

describe("the reasons why hooks of a policy cannot start", () => {
  it.each(HOOKS)("exist exactly for the hosts under which it does not start: %s", async (hook) => {
    const text = `version: 1\nhooks:\n  ${hook}\n`;
    const policy = await readPolicy(text, POLICY);
    for (const host of TEST_HOSTS) {
      const agent = createTestHost(await hookOf(text, POLICY), { host });
      // Most hosts start the hook with its first call.
      await agent.shell("ls").catch(() => {});
      const log = agent.log.join("\n");
      const reasons = await whyNotStartable(policy, host);
      expect([host, reasons.length], log).toEqual([host, log.includes("setup") ? 1 : 0]);
      for (const reason of reasons) expect(log).toContain(reason);
    }
  });

  it("depend on the version of the host", async () => {
    const policy = await readPolicy("version: 1\nhooks:\n  require-reason: {}\n", POLICY);
    expect(await whyNotStartable(policy, "picoclaw", "v0.2.7")).toEqual([]);
    expect(await whyNotStartable(policy, "picoclaw", "v0.2.8")).toEqual([expect.stringContaining("picoclaw lets no")]);
  });
});
