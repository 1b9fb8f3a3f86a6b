import { expect, it } from "vitest";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { hostOf } from "../registry.js";

const call = payloadOf("codex", "PreToolUse");
const started = payloadOf("codex", "SessionStart");
const ended = payloadOf("codex", "SessionEnd");
const claude = payloadOf("claude-code", "PreToolUse");
const claudeStarted = payloadOf("claude-code", "SessionStart");

it.each<[string, object, string]>([
  ["a turn without a prompt's id", { ...call, transcript_path: "/elsewhere.jsonl" }, "codex"],
  ["a turn, and no file of the session", { ...call, transcript_path: undefined }, "codex"],
  ["no turn, and a session that is not stored", { ...started, transcript_path: null }, "codex"],
  ["no turn, and the end of a session that is not stored", { ...ended, transcript_path: null }, "codex"],
  ["a file of a Codex session, on Windows", { ...ended, transcript_path: "C:\\codex\\rollout-1.jsonl" }, "codex"],
  ["a folder that is called like such a file", { ...claude, cwd: "/rollout-1" }, "claude-code"],
  ["a turn of a prompt, as MessageDisplay has it", { ...claude, turn_id: "t" }, "claude-code"],
  ["none of these", { ...claude, prompt_id: undefined, transcript_path: undefined }, "claude-code"],
  ["a start without a model, whatever the session's file", { ...claudeStarted, transcript_path: null }, "claude-code"],
])("distinguishes Codex from Claude Code by %s", (_mark, payload, host) => {
  expect(hostOf(JSON.parse(JSON.stringify(payload)))?.name).toBe(host);
});
