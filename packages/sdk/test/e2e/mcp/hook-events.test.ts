import { expect, test } from "vitest";
import { payloadOf } from "../../command-hosts/recordings.js";
import { inputOf } from "../../mcp/agent.js";
import { connected } from "../../mcp/mcp-client.js";
import { spawnHook } from "../../spawn-hook.js";

test("the process answers the official client's call of the unlisted tool", async () => {
  const { client, call } = await connected("served.mjs", { args: ["--host", "mcp/claude-code"] });
  expect((await client.listTools()).tools).toEqual([]);
  const { text } = await call("hook_event", inputOf("claude-code", payloadOf("claude-code", "PreToolUse")));
  expect(JSON.parse(text)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});

test("a process with a tool of that name stops at its start, and explains it", async () => {
  const { exit, stderr } = spawnHook("takes-hook-event.mjs", { args: ["--host", "mcp/codex"] });
  expect(await exit).toMatchObject({ code: 1 });
  expect(stderr()).toContain('tool "hook_event": under --host mcp/codex the hooks of codex call a tool of that name');
});
