import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hostOf, knownHosts } from "../../src/hosts/registry.js";
import { payloadOf, recordings } from "./recordings.js";

const fixtures = (host: string) => new URL(`../../src/hosts/${host}/fixtures/`, import.meta.url);
const hosts = knownHosts.filter(({ name }) => existsSync(fixtures(name)));

/** Returns every recorded message of a host, by its file. */
function messagesOf(host: string): (readonly [where: string, message: object])[] {
  const files = readdirSync(fixtures(host), { recursive: true, encoding: "utf8" });
  return files.flatMap((file) => {
    if (/\/events\/.*\.json$/.test(file)) return [[file, JSON.parse(read(host, file))] as const];
    if (!file.endsWith(".jsonl")) return [];
    const lines = read(host, file).trim().split("\n");
    return lines
      .map((line) => JSON.parse(line))
      .flatMap((entry) => (wasCall(entry) ? [[file, entry.message] as const] : []));
  });
}

function read(host: string, file: string): string {
  return readFileSync(new URL(file, fixtures(host)), "utf8");
}

/** Whether a line of a recorded wire is a call of the host. */
function wasCall({ from, message }: { readonly from?: string; readonly message?: object }): boolean {
  return from === "host" && message !== undefined && "method" in message;
}

const nameOf = (payload: unknown) => hostOf(payload)?.name;

describe("the host of a payload", () => {
  it.each(hosts)("is $name for each of its payloads, also without an optional field", ({ name, recognise }) => {
    const messages = messagesOf(name);
    expect(messages.length).toBeGreaterThan(10);
    let shortened = 0;
    for (const [where, message] of messages) {
      expect(nameOf(message), where).toBe(name);
      expect(nameOf({ ...message, field_of_a_later_version: 1 }), where).toBe(name);
      for (const field of Object.keys(message)) {
        const { [field]: _gone, ...rest } = message as Readonly<Record<string, unknown>>;
        if (recognise(rest) === 0) continue;
        expect(nameOf(rest), `${where} without ${field}`).toBe(name);
        shortened++;
      }
    }
    expect(shortened).toBeGreaterThan(messages.length);
  });

  const codex = payloadOf("codex", "PreToolUse");
  const ended = payloadOf("codex", "SessionEnd");
  const claude = payloadOf("claude-code", "PreToolUse");
  it.each<[string, object, string]>([
    ["a turn without a prompt's id", { ...codex, transcript_path: "/elsewhere.jsonl" }, "codex"],
    ["a turn, and no file of the session", { ...codex, transcript_path: undefined }, "codex"],
    ["no turn, and a session that is not kept", { ...ended, transcript_path: null }, "codex"],
    ["a file of a Codex session, on Windows", { ...ended, transcript_path: "C:\\codex\\rollout-1.jsonl" }, "codex"],
    ["a folder that is called like such a file", { ...claude, cwd: "/rollout-1" }, "claude-code"],
    ["a turn of a prompt, as MessageDisplay has it", { ...claude, turn_id: "t" }, "claude-code"],
    ["none of these", { ...claude, prompt_id: undefined, transcript_path: undefined }, "claude-code"],
  ])("distinguishes Codex from Claude Code by %s", (_mark, payload, host) => {
    expect(nameOf(JSON.parse(JSON.stringify(payload)))).toBe(host);
  });

  it("is undefined for other values", () => {
    for (const none of [null, undefined, 1, "x", [], {}, [recordings[0]?.payload]])
      expect(nameOf(none)).toBeUndefined();
  });
});
