import { describe, expect, it } from "vitest";
import { describedHost } from "../../src/runtime/described-host.js";
import { hostCan, hosts } from "../../src/serve/hosts.js";

describe("host.can", () => {
  it("is true for what a host supports at a point, or at any point", () => {
    const { can } = describedHost(hosts.gemini);
    expect(can("abortTurn")).toBe(true);
    expect(can("abortTurn", "beforeLlm")).toBe(true);
    expect(can("respond")).toBe(false);
    expect(can("respond", "beforeTool")).toBe(false);
    expect(can("deny", "onEvent")).toBe(false);
  });

  it("is true for what a host supports only in some calls: the others fail with an explanation", () => {
    expect(describedHost(hosts.copilot).can("modify.result", "afterTool")).toBe(true);
  });

  it("is about the fields of modify, however the table names them", () => {
    expect(describedHost(hosts.picoclaw).can("modify.arguments", "beforeTool")).toBe(true);
    expect(describedHost(hosts["claude-code"]).can("modify", "beforeTool")).toBe(true);
    expect(describedHost(hosts.qwen).can("modify", "beforeTool")).toBe(false);
  });

  it("knows the version, and without one answers for all versions", () => {
    expect(describedHost(hosts.picoclaw, "v0.2.7").can("modify.tools")).toBe(true);
    expect(describedHost(hosts.picoclaw, "v0.2.8").can("modify.tools")).toBe(false);
    expect(describedHost(hosts.picoclaw).can("modify.tools")).toBe(false);
  });

  it("without a point, is about every point", () => {
    expect(describedHost(hosts.civic).can("modify.tools")).toBe(true);
    expect(describedHost(hosts.civic).can("modify.tools", "beforeLlm")).toBe(false);
  });

  it("can be asked about a host that is not calling", () => {
    expect(hostCan("codex", "modify.arguments")).toBe(true);
    expect(hostCan("qwen", "modify.arguments")).toBe(false);
    expect(hostCan("nosuch", "deny")).toBe(false);
  });
});
