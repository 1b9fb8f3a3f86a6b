import { describe, expect, test } from "vitest";
import type { HostMessage } from "../../src/hosts/sessions.js";
import { callsIn, entriesOf, recordingsOf, SESSION_HOSTS, type SessionHost, sentOf } from "./recordings.js";

/** The fields that a session file does not have, or has in another form: they decide nothing. */
const NOT_KEPT = [
  ...["effort", "duration_ms", "agent_type", "mcp_server", "transcript_path"],
  ...["timestamp", "agentId", "agentType", "parentAgentId"],
];

/** The recordings in which another hook changed something, and the field that the file has only in its new form. */
const CHANGED: Readonly<Record<string, string>> = {
  "claude-code/redact": "tool_response",
  "claude-code/rewrite": "tool_input",
  "codex/rewrite": "tool_input",
  "copilot/rewrite": "toolArgs",
  "gemini/redact": "tool_response",
  "gemini/rewrite": "tool_input",
  // Gemini CLI writes down the error, and sends hooks other words for the model.
  "gemini/missing": "tool_response",
};

function comparable(host: SessionHost, recording: string, messages: readonly HostMessage[]): readonly string[] {
  const dropped = [...NOT_KEPT, CHANGED[`${host}/${recording}`]];
  return messages
    .map(({ event, payload }) => {
      const kept = Object.entries(payload).filter(([key]) => !dropped.includes(key));
      return JSON.stringify([event, sorted(Object.fromEntries(kept))]);
    })
    .sort();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

describe.each(SESSION_HOSTS)("a session of %s", (host) => {
  test.each(recordingsOf(host))("has what the agent sent to hooks: %s", (recording) => {
    const calls = callsIn(host, entriesOf(host, recording));
    const read = calls.flatMap(({ before, after }) => (after === undefined ? [before] : [before, after]));
    expect(comparable(host, recording, read)).toEqual(comparable(host, recording, sentOf(host, recording)));
  });
});
