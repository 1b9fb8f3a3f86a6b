import { join } from "node:path";
import type { HookSummary } from "@agent-hook/sdk/internal/installs";
import { expect, test } from "vitest";
import { HOSTS } from "../src/host-config/index.js";
import { residentIn } from "../src/policy/resident-entry.js";

const POLICY = "/home/me/.config/agent-hook/policy.yaml";
const COMMAND = ["/opt/node", "/home/me/.config/agent-hook/hook.cjs", POLICY];

// `add` prints nothing, so it does not know mcp-gateway.
const ADDED = HOSTS.filter(({ name, needsLauncher }) => needsLauncher && name !== "mcp-gateway");

test.each(ADDED.map((format) => [format.name, format] as const))(
  "an entry for %s is known to start a process that stays, if it does, and not for another policy or hook",
  (name, { build }) => {
    const hook: HookSummary = {
      name: "agent-hook",
      points: ["beforeTool", "approveTool"],
      tools: [],
      onFailure: "block",
      deadlines: { interceptMs: 4500, approveMs: 55_000 },
      hosts: [name],
    };
    const launch = { name: "agent-hook", command: COMMAND, launcher: "/home/me/.config/agent-hook/guard.sh" };
    const configOf = (more: object = {}) => build(hook, { ...launch, ...more }).config;
    expect(residentIn(configOf({ resident: true }), POLICY)).toBe(true);
    expect(residentIn(configOf(), POLICY)).toBeUndefined();
    expect(residentIn(configOf({ resident: true }), "/home/me/other/policy.yaml")).toBeUndefined();
    const hookOnly = configOf({ resident: true, command: ["/opt/node", "/srv/hook.js"] });
    expect(residentIn(hookOnly, POLICY)).toBeUndefined();
  },
);

test("the paths of an entry for a project start at the current folder", () => {
  const command = "'node' './.agent-hook/hook.cjs' './.agent-hook/policy.yaml' '--host' 'codex'";
  const text = `/bin/sh -c 'exec /bin/sh "$0" "$@"' './.agent-hook/guard.sh' resident-block codex PreToolUse 6 ${command} || :`;
  const config = { hooks: { PreToolUse: [{ hooks: [{ command: text }] }] } };
  expect(residentIn(config, join(process.cwd(), ".agent-hook/policy.yaml"))).toBe(true);
  expect(residentIn(config, "/.agent-hook/policy.yaml")).toBeUndefined();
});
