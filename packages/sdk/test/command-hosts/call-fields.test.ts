import { describe, expect, it } from "vitest";
import { fieldIn } from "../../src/host-tools/payload-fields.js";
import type { HookEvent, ToolCall } from "../../src/index.js";
import { handledCall } from "./asked.js";
import { COMMAND_HOSTS, recordings, simulationOf } from "./recordings.js";

/** Where the hosts put what every call has. */
const FIELDS: Readonly<Record<string, { readonly id?: string; readonly session: string; readonly time?: string }>> = {
  "docker-agent": { id: "tool_use_id", session: "session_id" },
  "claude-code": { id: "tool_use_id", session: "session_id" },
  codex: { id: "tool_use_id", session: "session_id" },
  gemini: { session: "session_id", time: "timestamp" },
  copilot: { session: "sessionId", time: "timestamp" },
  qwen: { id: "tool_use_id", session: "session_id", time: "timestamp" },
  droid: { session: "session_id" },
  kimi: { id: "tool_call_id", session: "session_id" },
  cursor: { id: "tool_use_id", session: "conversation_id" },
  goose: { id: "tool_call_id", session: "session_id" },
  opencode: { id: "tool_use_id", session: "session_id", time: "timestamp" },
  cline: { id: "/tool_call/id|/tool_result/id", session: "/sessionContext/rootSessionId", time: "timestamp" },
};

type Handled = ToolCall | HookEvent;

describe.each(COMMAND_HOSTS)("a call or event of %s", (host) => {
  const own = recordings.filter((recording) => recording.host === host);
  const { folder = "cwd" } = simulationOf(host).fields;
  const { id, session, time } = FIELDS[host] ?? { session: "" };

  it.each(own)("$where has the session, the folder and the time of its payload", async ({ payload }) => {
    const handled = Object.values(await handledCall(payload)) as Handled[];
    expect(handled).not.toEqual([]);
    for (const call of handled) {
      // docker-agent has no session yet when it creates a folder, and sends an empty one.
      expect(call.sessionId).toBe(fieldIn(payload, session) || undefined);
      if (isCertain(host, call)) expect(call.cwd).toBe(fieldIn(payload, folder));
      else expect(call).not.toHaveProperty("cwd");
      expect(call.time).toBe(time === undefined ? undefined : new Date(payload[time] as string).toISOString());
      if ("tool" in call) expect(call.id).toBe(id === undefined ? undefined : fieldIn(payload, id));
    }
  });

  it.skipIf(id === undefined)("has the same id before and after a tool", () => {
    const idsAt = (pattern: RegExp) =>
      own.filter(({ event }) => pattern.test(event)).map(({ payload }) => fieldIn(payload, id ?? ""));
    const after = idsAt(/^(?:[Pp]ostToolUse|tool_response_transform|tool\.execute\.after)$/);
    expect(
      idsAt(/^(?:[Pp]reToolUse|pre_tool_use|tool\.execute\.before)$/).filter((one) => after.includes(one)).length,
    ).toBeGreaterThan(0);
  });
});

/** Gemini CLI looks for a relative path that does not exist in other folders, too, except in a shell. */
function isCertain(host: string, call: Handled): boolean {
  return host !== "gemini" || !("tool" in call) || call.kind === "shell";
}
