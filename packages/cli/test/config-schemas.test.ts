import { INSTALLS, skippedEntries, whyUnreadable } from "@agent-hook/sdk/internal/installs";
import { describe, expect, it, test } from "vitest";
import { parseHost } from "../src/host-config/index.js";

type Json = Record<string, unknown>;

type Host = "claude-code" | "codex" | "gemini" | "copilot";

const command = { type: "command", command: "true" };
const at = (event: string, ...items: unknown[]): Json => ({ hooks: { [event]: items } });
const hook = (more: Json) => ({ hooks: [{ ...command, ...more }] });

// Tested with the real programs: Claude Code 2.1.330, Codex 0.169.0, Gemini CLI 0.61.0, Copilot CLI 1.0.102.
describe("a file that the host ignores is found", () => {
  it.each<[Host, Json, string]>([
    [
      "claude-code",
      at("PreToolUse", hook({ type: "zzz" })),
      "hooks.PreToolUse[0].hooks[0].type: expected command, prompt",
    ],
    ["claude-code", at("PreToolUse", { hooks: [{ command: "true" }] }), "hooks.PreToolUse[0].hooks[0].type: expected"],
    ["claude-code", at("PreToolUse", hook({ timeout: "10" })), "hooks.PreToolUse[0].hooks[0].timeout: expected number"],
    ["claude-code", at("PermissionRequest", hook({ timeout: 0 })), "timeout: expected a number above 0"],
    ["claude-code", at("PermissionRequest", hook({ onFailure: "z" })), "onFailure: expected"],
    ["claude-code", at("PermissionRequest", hook({ args: "x" })), "args: expected array, got string"],
    ["claude-code", at("PermissionRequest", null), "hooks.PermissionRequest[0]: expected object, got null"],
    ["claude-code", at("PermissionRequest", { matcher: "Bash" }), "hooks.PermissionRequest[0].hooks: expected array"],
    ["claude-code", at("PermissionRequest", { matcher: 5, hooks: [command] }), "matcher: expected string"],
    ["claude-code", { hooks: { PermissionRequest: {} } }, "hooks.PermissionRequest: expected array"],
    ["claude-code", { permissions: { defaultMode: 5 } }, "permissions.defaultMode: expected"],
    ["claude-code", { permissions: { allow: "x" } }, "permissions.allow: expected array"],
    ["claude-code", { model: 5 }, "model: expected string, got number"],
    ["claude-code", { disableAllHooks: "true" }, "disableAllHooks: expected boolean"],
    ["codex", { $schema: "x", hooks: {} }, 'unknown key "$schema"'],
    ["codex", { description: 5 }, "description: expected string"],
    ["codex", at("Stop", hook({ type: "zzz" })), "hooks.Stop[0].hooks[0].type: expected command, mcp_tool"],
    ["codex", at("Stop", hook({ timeout: 3.5 })), "timeout: expected a whole number"],
    ["codex", at("Stop", hook({ timeout: -1 })), "timeout: expected 0 or more"],
    ["codex", at("Stop", hook({ async: "true" })), "async: expected boolean"],
    ["codex", at("Stop", { hooks: [{ type: "mcp_tool" }] }), "server: expected string"],
    ["codex", at("Stop", null), "hooks.Stop[0]: expected object, got null"],
    ["codex", { hooks: { Stop: null } }, "hooks.Stop: expected array, got null"],
    ["copilot", { hooks: { sessionEnd: {} } }, "hooks.sessionEnd: expected array, got object"],
  ])("%s %j", (host, file, what) => {
    expect(whyUnreadable(INSTALLS[host].configSchema, file)).toContain(what);
  });
});

describe("a part of a file that the host skips is found", () => {
  it.each<[Host, Json, string]>([
    ["claude-code", at("Stop", hook({ type: "zzz" })), "hooks.Stop[0].hooks[0].type: expected command"],
    ["claude-code", at("Stop", hook({ timeout: "10" })), "hooks.Stop[0].hooks[0].timeout: expected number"],
    ["claude-code", at("Stop", null), "hooks.Stop[0]: expected object"],
    ["claude-code", { hooks: { Stop: {} } }, "hooks.Stop: expected array"],
    ["claude-code", { hooks: { PreToolUse: null } }, "hooks.PreToolUse: expected array, got null"],
    ["gemini", at("SessionEnd", hook({ type: "zzz" })), "type: expected"],
    ["gemini", at("SessionEnd", { hooks: [{ type: "command" }] }), "command: expected string"],
    ["gemini", at("SessionEnd", hook({ timeout: -1 })), "timeout: expected a number above 0"],
    ["gemini", at("SessionEnd", { matcher: "x" }), "hooks: expected array"],
    ["gemini", { hooks: { SessionEnd: {} } }, "hooks.SessionEnd: expected array"],
    ["copilot", at("sessionEnd", null), "hooks.sessionEnd[0]: expected object"],
    ["copilot", at("sessionEnd", { type: "command", bash: "true", timeoutSec: "10" }), "timeoutSec: expected number"],
    ["copilot", at("sessionEnd", { bash: "true", timeoutSec: 0 }), "timeoutSec: expected a number above 0"],
  ])("%s %j", (host, file, what) => {
    expect(whyUnreadable(INSTALLS[host].configSchema, file)).toBeUndefined();
    expect(skippedEntries(INSTALLS[host].configSchema, file)).toEqual([expect.stringContaining(what)]);
  });
});

describe("a file that the host accepts has no findings", () => {
  it.each<[Host, Json]>([
    ["claude-code", at("PermissionRequest", { zzz: 1, hooks: [{ ...command, zzz: 1, timeout: 1.5 }] })],
    ["claude-code", { env: { A: 1 }, zzz: 5, permissions: { deny: [5], zzz: 1, defaultMode: "of a later version" } }],
    ["codex", at("Stop", hook({ timeout: null, zzz: 1 }), { matcher: "Bash" }, { hooks: [{ type: "prompt" }] })],
    ["gemini", at("SessionEnd", hook({ timeout: "10" }))],
    ["copilot", { version: 1, zzz: 1, ...at("sessionEnd", { bash: "true", timeoutSec: 1.5 }) }],
  ])("%s %j", (host, file) => {
    expect(whyUnreadable(INSTALLS[host].configSchema, file)).toBeUndefined();
    expect(skippedEntries(INSTALLS[host].configSchema, file)).toEqual([]);
  });
});

test("config rejects a file that the host ignores, but removes the hook from it", () => {
  const { format } = parseHost("codex");
  const facts = {
    name: "guard",
    points: ["approveTool" as const],
    tools: [],
    onFailure: "block" as const,
    hosts: ["codex"],
    deadlines: { interceptMs: 4500, approveMs: 55_000 },
  };
  const launch = { name: "guard", command: ["/opt/node", "/srv/x.js"], launcher: "/srv/guard.sh" };
  const { config } = format.build(facts, launch);
  const file = at("Stop", null);
  expect(() => format.merge(file, config, "guard")).toThrow(
    "hooks.Stop[0]: expected object, got null; Codex ignores all hooks of such a file: fix that first, or name another file",
  );
  expect(format.remove({ hooks: { ...(config.hooks as Json), Stop: [null] } }, "guard")).toEqual(file);
  // Errors in our own entry are repaired.
  const [group] = (config.hooks as Record<string, [{ hooks: [Json] }]>).PreToolUse ?? [];
  const broken = at("PreToolUse", { hooks: [{ ...group?.hooks[0], timeout: "10" }] });
  expect(format.merge(broken, config, "guard")).toEqual(config);
});
