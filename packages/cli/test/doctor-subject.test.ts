import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { subjectOf } from "../src/doctor/subject.js";
import { folder } from "./config-folder.js";
import { AGENTS, home, write } from "./doctor/agents.js";

describe("a file whose place does not tell whose it is", () => {
  test.each(AGENTS)("is that of %s where its launcher says so", (name) => {
    const path = join(folder(), "hooks.json");
    copyFileSync(home().configure(name), path);
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "event-lists", host: { name }, file: { path } });
  });

  test.each([
    ["BeforeTool", "gemini"],
    ["preToolUse", "copilot"],
    ["ConfigChange", "claude-code"],
  ])("is told by its events: %s", (event, name) => {
    const path = join(folder(), "x.json");
    write(path, { hooks: { [event]: [] } });
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "event-lists", host: { name } });
  });

  test("is asked for where two agents have the event", () => {
    const path = join(folder(), "x.json");
    write(path, { hooks: { PreToolUse: [] } });
    expect(() => subjectOf(path, undefined)).toThrow(
      `${path}: cannot tell which agent reads it: add --host claude-code or --host codex`,
    );
    expect(subjectOf(path, "codex")).toMatchObject({ kind: "event-lists", host: { name: "codex" } });
  });

  test.each([{ hooks: { enabled: true, processes: {} } }, { hooks: [] }, []])("is PicoClaw's else: %j", (content) => {
    const path = join(folder(), "x.json");
    write(path, content);
    expect(subjectOf(path, undefined)).toMatchObject({ kind: "processes" });
  });
});
