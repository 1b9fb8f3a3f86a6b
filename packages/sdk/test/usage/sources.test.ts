import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { USAGE_SOURCES } from "../../src/hosts/usage.js";

const hosts = fileURLToPath(new URL("../../src/hosts/", import.meta.url));

interface Line {
  readonly type?: string;
  readonly message?: { readonly id?: string };
}

/** Returns the lines of each recorded session of a host. */
function sessionsOf(host: string, version: string): readonly (readonly Line[])[] {
  const folder = join(hosts, host, "fixtures", version, "sessions");
  const files = readdirSync(folder).filter((name) => !name.includes(".hooks."));
  return files.map((name) =>
    readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
}

function filesOf(host: string) {
  const source = USAGE_SOURCES[host];
  if (source === undefined || !("files" in source)) throw new Error(`${host} has no session files`);
  return source.files;
}

describe("Claude Code", () => {
  const { read, mark } = filesOf("claude-code");

  it("every recorded reply has its tokens, and the lines of one reply have the same id", () => {
    const sessions = sessionsOf("claude-code", "2.1.332");
    expect(sessions.length).toBeGreaterThan(5);
    for (const lines of sessions) {
      const replies = lines.filter(({ type }) => type === "assistant");
      const uses = lines.flatMap((line) => read(line as never) ?? []);
      expect(replies.length).toBeGreaterThan(0);
      expect(uses.map(({ id }) => id)).toEqual(replies.map(({ message }) => message?.id));
      for (const use of uses) {
        expect(use).toMatchObject({ model: "claude-opus-5-5", tokens: { input: 1, output: 1, cacheRead: 0 } });
        expect(Date.parse(use.time ?? "")).toBeGreaterThan(0);
      }
      for (const reply of replies) expect(JSON.stringify(reply)).toContain(mark);
    }
  });

  it("tokens of the cache are separate", () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 50,
      cache_read_input_tokens: 1000,
      output_tokens: 7,
    };
    const entry = { type: "assistant", message: { id: "msg_1", model: "claude-opus-5", usage } };
    expect(read(entry)).toEqual({
      id: "msg_1",
      model: "claude-opus-5",
      tokens: { input: 3, cacheRead: 1000, cacheWrite: 50, output: 7 },
    });
  });

  it.each([
    { type: "user", message: { id: "a", usage: {} } },
    { type: "assistant" },
    { type: "assistant", message: [] },
  ])("an entry without a reply has no use: %j", (entry) => expect(read(entry)).toBeUndefined());
});

it("Claude Code's sub-agents have files of their own next to the session's", () => {
  const folder = mkdtempSync(join(tmpdir(), "session-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "a.jsonl");
  const { paths } = filesOf("claude-code");
  expect(paths({ transcript_path: path }, {})).toEqual([path]);
  const subAgent = join(folder, "a/subagents/agent-1.jsonl");
  mkdirSync(dirname(subAgent), { recursive: true });
  writeFileSync(subAgent, "");
  expect(paths({ transcript_path: path }, {})).toEqual([path, subAgent]);
  expect(paths({}, {})).toEqual([]);
});

describe("Copilot CLI", () => {
  const { paths, session } = filesOf("copilot");

  it("the file of a session is below its home, and a sub-agent has that of its parent", () => {
    const env = { HOME: "/home/ada" };
    expect(paths({ sessionId: "a-1" }, env)).toEqual(["/home/ada/.copilot/session-state/a-1/events.jsonl"]);
    expect(paths({ session_id: "a-1" }, { COPILOT_HOME: "/c" })).toEqual(["/c/session-state/a-1/events.jsonl"]);
    const sub = { sessionId: "b-2", parentAgentId: "a-1" };
    expect(paths(sub, env)).toEqual(paths({ sessionId: "a-1" }, env));
    expect(session?.(sub)).toBe("a-1");
    expect(paths({ sessionId: "../../etc" }, env)).toEqual([]);
  });
});

describe("hosts that report tokens to hooks", () => {
  const event = (host: string, raw: object) => {
    const source = USAGE_SOURCES[host];
    return source !== undefined && "event" in source ? source.event({ raw } as never) : undefined;
  };
  const reply = (host: string, fields: object) => {
    const source = USAGE_SOURCES[host];
    return source !== undefined && "reply" in source
      ? source.reply({ model: "m", content: "", toolCalls: [], origin: {}, raw: {}, ...fields } as never)
      : undefined;
  };
  const fixture = (path: string) => JSON.parse(readFileSync(join(hosts, path), "utf8"));

  it("Codex: cached input is part of the input, and a failed call has none", () => {
    const folder = "codex/fixtures/0.171.0/events";
    const recorded = fixture(`${folder}/PostModelRequest.json`);
    expect(event("codex", recorded)).toEqual({
      model: "gpt-5.1",
      tokens: { input: 10, cacheRead: 0, cacheWrite: 0, output: 2 },
    });
    const token_usage = { input_tokens: 100, cached_input_tokens: 80, cache_write_input_tokens: 5, output_tokens: 9 };
    expect(event("codex", { ...recorded, token_usage })).toMatchObject({
      tokens: { input: 15, cacheRead: 80, cacheWrite: 5, output: 9 },
    });
    expect(event("codex", fixture(`${folder}/PostModelRequest.failed.json`))).toBeUndefined();
  });

  it("Gemini CLI: only the last piece of a reply counts", () => {
    const folder = "gemini/fixtures/0.61.0/events";
    const [first, last] = ["AfterModel", "AfterModel.last-chunk"].map((name) => fixture(`${folder}/${name}.json`));
    const usage = last.llm_response.usageMetadata;
    expect(reply("gemini", { usage: first.llm_response.usageMetadata })).toBeUndefined();
    expect(reply("gemini", { usage, finishReason: "STOP" })).toEqual({
      model: "m",
      tokens: { input: 10, cacheRead: 0, cacheWrite: 0, output: 2 },
    });
  });

  it("docker-agent: with the cost, if it knows a price", () => {
    const raw = fixture("docker-agent/fixtures/v1.123.0/events/after_llm_call.json");
    expect(reply("docker-agent", { usage: raw.usage, raw })).toEqual({
      model: "m",
      cost: 0.000017,
      tokens: { input: 11, cacheRead: 0, cacheWrite: 0, output: 3 },
    });
    expect(reply("docker-agent", {})).toEqual({ model: "m" });
  });

  it("PicoClaw: a reply without tokens counts as a call", () => {
    expect(reply("picoclaw", { usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 9 } })).toEqual({
      model: "m",
      tokens: { input: 5, cacheRead: 0, cacheWrite: 0, output: 4 },
    });
    expect(reply("picoclaw", {})).toEqual({ model: "m" });
  });

  it("a number of tokens that is not one counts as none", () => {
    const usage = { prompt_tokens: "5", completion_tokens: -3, total_tokens: Number.NaN };
    expect(reply("picoclaw", { usage })).toEqual({ model: "m" });
  });
});
