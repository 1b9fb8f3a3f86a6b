import type { Hook } from "../../src/index.js";
import type { DecisionRecord } from "../../src/record/decision-record.js";
import { DecisionRecorder } from "../../src/record/recorder.js";
import { systemClock } from "../../src/runtime/clock.js";
import type { CallAnswer } from "../../src/runtime/session.js";
import { parseHost } from "../../src/serve/configured-host.js";
import { HostDetector } from "../../src/serve/host-detector.js";
import { openHook } from "../../src/serve/open-hook.js";
import { sessionOpener } from "../../src/serve/session-opener.js";
import { memoryStore } from "../../src/store/source.js";

/** Sends lines to a hook under a host, and returns what it recorded and answered. */
export async function recorded(hook: Hook, host: string, messages: readonly object[]) {
  const records: DecisionRecord[] = [];
  const answers: CallAnswer[] = [];
  const lines: string[] = [];
  const stderr: string[] = [];
  const configured = parseHost("host", host);
  const opened = await openHook(hook, { env: {}, store: memoryStore(), writeError: (text) => stderr.push(text) });
  const recorder = new DecisionRecorder({
    observers: [{ decided: (more) => records.push(...more.map((line) => JSON.parse(line))) }],
    file: "/hooks/hook.js",
    beforeAnswer: configured.adapter.lifetime === "one-shot",
  });
  const write = (text: string) => lines.push(text);
  const open = sessionOpener({
    hook: opened.hook,
    manifest: opened.manifest,
    configured,
    env: {},
    clock: systemClock,
    write,
    output: { arm() {}, deliver: (answer) => answers.push(answer) },
    openRecorder: async () => recorder,
  });
  const detector = new HostDetector(open, write, opened.hook.log, configured.adapter);
  detector.receive(messages.map((message) => JSON.stringify(message)));
  await detector.inputEnded();
  await detector.end(1000);
  recorder.flush();
  return { records, answers, wire: lines.join("") + JSON.stringify(answers), stderr: stderr.join("") };
}

/** A tool call of Claude Code. */
export function claudeCall(tool: string, input: object, event = "PreToolUse"): object {
  return {
    session_id: "s1",
    transcript_path: "/t.jsonl",
    cwd: "/work",
    permission_mode: "default",
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    tool_use_id: "call-1",
    ...(event === "PostToolUse" ? { tool_response: { stdout: "out", stderr: "", interrupted: false } } : {}),
  };
}

/** A tool call of PicoClaw. */
export function picoclawCall(tool: string, args: object, method = "hook.before_tool", id = 1): object {
  return { jsonrpc: "2.0", id, method, params: { meta: { SessionKey: "s1", TurnID: "t1" }, tool, arguments: args } };
}
