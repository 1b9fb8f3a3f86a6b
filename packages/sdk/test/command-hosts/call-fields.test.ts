import { expect, it } from "vitest";
import { fieldIn } from "../../src/host-tools/payload-fields.js";
import type { HookEvent, ToolCall } from "../../src/index.js";
import { handledCall } from "./asked.js";
import { COMMAND_HOSTS, recordings, simulationOf } from "./recordings.js";

/** Where a payload has the id of its tool call, in hosts that send one. */
const IDS: Readonly<Record<string, string>> = {
  "docker-agent": "tool_use_id",
  "claude-code": "tool_use_id",
  codex: "tool_use_id",
  qwen: "tool_use_id",
  kimi: "tool_call_id",
  cursor: "tool_use_id",
  goose: "tool_call_id",
  opencode: "tool_use_id",
  kilo: "tool_use_id",
  cline: "/tool_call/id|/tool_result/id",
};

/** The hosts that send the time, as `timestamp`. */
const TIMED = ["gemini", "copilot", "qwen", "opencode", "kilo", "cline"];

type Handled = ToolCall | HookEvent;

it.each(COMMAND_HOSTS)("a call or event of %s has the session, folder, time and id of its payload", async (host) => {
  const { folder = "cwd", session = "" } = simulationOf(host).fields;
  const id = IDS[host];
  for (const { where, payload } of recordings.filter((one) => one.host === host)) {
    const handled = await handledCall(payload);
    expect(handled, where).not.toEqual({});
    for (const call of Object.values(handled) as Handled[]) {
      // docker-agent has no session yet when it creates a folder, and sends an empty one.
      expect(call.sessionId, where).toBe(fieldIn(payload, session) || undefined);
      if (isCertain(host, call)) expect(call.cwd, where).toBe(fieldIn(payload, folder));
      else expect(call, where).not.toHaveProperty("cwd");
      const time = TIMED.includes(host) ? new Date(payload.timestamp as string).toISOString() : undefined;
      expect(call.time, where).toBe(time);
      if ("tool" in call) expect(call.id, where).toBe(id === undefined ? undefined : fieldIn(payload, id));
    }
  }
});

/** Gemini CLI looks for a relative path that does not exist in other folders, too, except in a shell. */
function isCertain(host: string, call: Handled): boolean {
  return host !== "gemini" || !("tool" in call) || call.kind === "shell";
}
