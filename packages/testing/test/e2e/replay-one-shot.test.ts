import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { approve, defineHook, reject } from "@agent-hook/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { readTranscript, replay, startTestHost, type TestHostName, type TranscriptEntry } from "../../src/index.js";

const HOOK = fileURLToPath(new URL("../hooks/no-shell.mjs", import.meta.url));
const COMMAND = [process.execPath, HOOK];
const hook = (reason: string) =>
  defineHook({
    name: "no-shell",
    onFailure: "block",
    approveTool: ({ kind }) => (kind === "shell" ? reject(reason) : approve()),
  });

/** Returns what a host and the built hook wrote during two tool calls. */
async function recordingOf(host: TestHostName): Promise<readonly TranscriptEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-recording-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "session.jsonl");
  await using agent = await startTestHost(COMMAND, { host, env: { AGENT_HOOK_TRACE: file } });
  await agent.shell("ls");
  await agent.write("a.txt", "x");
  await agent.close();
  return readTranscript(readFileSync(file, "utf8"));
}

// A persistent host, hosts whose payloads name the event or do not, and an MCP client.
describe.each(["picoclaw", "claude-code", "copilot", "mcp"] as const)("a recording of %s", (host) => {
  it("is replayed by the built hook, and by the hook in process", async () => {
    const recording = await recordingOf(host);
    expect(await replay(recording, COMMAND, { timeoutMs: 60_000 })).toMatchObject({ ok: true, extra: [] });
    if (host !== "mcp") expect(await replay(recording, hook("no shell"))).toMatchObject({ extra: [] });
  });
});

describe("a recording of a hook that answers otherwise", () => {
  it("differs, unless the place is ignored, lacks an answer, or has an extra one", async () => {
    const recording = await recordingOf("claude-code");
    const { ok, answers } = await replay(recording, hook("never"));
    expect(ok).toBe(false);
    const [differing] = answers.filter(({ verdict }) => verdict === "different");
    expect(differing?.differences[0]?.actual).toContain("never");
    const ignore = differing?.differences.map(({ pointer }) => pointer) ?? [];
    expect(await replay(recording, hook("never"), { ignore })).toMatchObject({ ok: true });
    const idle = await replay(recording, defineHook({ name: "idle", afterTool: () => undefined }));
    expect(idle.answers.map(({ verdict }) => verdict)).toContain("missing");
    const silent = recording.filter(({ from, exit }) => from === "host" || exit !== undefined);
    const more = await replay(silent, hook("no shell"));
    expect(more).toMatchObject({ ok: false, extra: [{ call: 0 }, ...more.extra.slice(1)] });
  });
});

it.each(["picoclaw", "mcp"] as const)(
  "gives the first answer under %s the time that the process needs",
  async (host) => {
    const { answers } = await replay(await recordingOf(host), COMMAND, { timeoutMs: 1 });
    expect(answers[0]).toMatchObject({ verdict: "same" });
  },
);

it("an invalid pointer is an error", async () => {
  await expect(replay([], hook("no"), { ignore: ["reason"] })).rejects.toThrow("expected a JSON Pointer such as");
});
