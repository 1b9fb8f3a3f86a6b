import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { knownHosts } from "../../src/hosts/registry.js";
import { COMMAND_HOSTS, payloadOf, recordings } from "./recordings.js";

const knownBy = (payload: unknown) => knownHosts.flatMap(({ name, recognise }) => (recognise(payload) ? [name] : []));
const pascalCase = new URL("../../../sdk/src/hosts/copilot/fixtures/1.0.102/events/pascal-case/", import.meta.url);

describe("the host of a payload", () => {
  it.each(COMMAND_HOSTS)("is %s for each that it wrote, and no other", (host) => {
    const its = recordings.filter((recorded) => recorded.host === host);
    expect(its.length).toBeGreaterThan(10);
    for (const { payload, where } of its) expect(knownBy(payload), where).toEqual([host]);
  });

  it.each(readdirSync(pascalCase))("is Copilot CLI for what it writes under a PascalCase name: %s", (file) => {
    expect(knownBy(JSON.parse(readFileSync(new URL(file, pascalCase), "utf8")))).toEqual(["copilot"]);
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
  ])("tells Codex from Claude Code by %s", (_mark, payload, host) => {
    expect(knownBy(JSON.parse(JSON.stringify(payload)))).toEqual([host]);
  });

  it("is never two, whatever fields are missing, and none for what is no object", () => {
    for (const { payload, where } of recordings) {
      for (const field of Object.keys(payload)) {
        const { [field]: _gone, ...others } = payload;
        expect(knownBy(others).length, `${where} without ${field}`).toBeLessThan(2);
        expect(knownBy({ ...payload, [field]: null }).length, `${where}: ${field} is null`).toBeLessThan(2);
      }
    }
    for (const none of [null, undefined, 1, "x", [], {}, [recordings[0]?.payload]]) expect(knownBy(none)).toEqual([]);
  });
});
