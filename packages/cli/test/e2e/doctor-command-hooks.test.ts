import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeHookSource, folder } from "../config-folder.js";
import {
  AGENTS,
  agentNamed,
  change,
  diagnosed,
  entries,
  eventBeforeTool,
  idsOf,
  MANIFEST,
  PROJECT_AGENTS,
  write,
} from "../doctor/agents.js";
import { trustingHome, wholeFindings, withoutAgents } from "../doctor/one-shot-homes.js";

withoutAgents();

/** The hosts that ignore a file with an invalid entry. */
const STRICT = ["droid", "kimi"];

describe.each(AGENTS)("doctor of %s", (name) => {
  const { toml, scripts, limit, defaultType } = agentNamed(name);

  test("finds nothing in the output of config, except a hook in both the user's and the project's file", async () => {
    const at = trustingHome();
    expect((await at.diagnose(name)).findings.map(({ id }) => id)).toEqual(["nothing-guards"]);
    at.configure(name);
    expect(idsOf(await at.diagnose(name))).toEqual([[], wholeFindings(name)]);
    expect(idsOf(await diagnosed(name, { ...at, folder: at.home }))).toEqual([[], wholeFindings(name)]);
    if (!PROJECT_AGENTS.includes(name)) return;
    at.configure(name, "project");
    expect(idsOf(await at.diagnose(name))).toEqual([[], [], wholeFindings(name, "configured-twice")]);
  });

  // Only agent-hook reads the list of Cline's scripts, with or without trailing commas.
  test.skipIf(scripts !== undefined)("reports a file with a trailing comma", async () => {
    const at = trustingHome();
    write(at.configure(name), '{ "hooks": {}, }');
    expect((await at.diagnose(name)).findings[0]).toMatchObject({ id: "broken-file" });
  });

  // Kimi Code ignores a file with such an event or timeout.
  test.skipIf(toml)("finds an event in the wrong case, and a timeout of another host", async () => {
    const at = trustingHome();
    const file = at.configure(name);
    entries(file, (entry) => {
      entry[limit.key] = limit.perSecond === 1000 ? 10 : 10_000;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
    entries(file, (entry) => {
      delete entry[limit.key];
      entry[limit.key === "timeoutSec" ? "timeout" : "timeoutSec"] = 10;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
    const event = eventBeforeTool(name);
    const [first = ""] = event;
    const isCapital = first === first.toUpperCase();
    const other = `${isCapital ? first.toLowerCase() : first.toUpperCase()}${event.slice(1)}`;
    change(file, (text) => text.replaceAll(`"${event}":`, `"${other}":`));
    const { hooks, findings } = await at.diagnose(name);
    expect(findings[0]).toMatchObject({ id: "unknown-event", message: expect.stringContaining(`spells it ${event}`) });
    expect(hooks[0]?.findings.map(({ id }) => id)).toContain("missing-event");
  });

  test("finds our entry with another type, and recognises it without one", async () => {
    const at = trustingHome();
    const file = at.configure(name);
    entries(file, (entry) => {
      delete entry.type;
    });
    const { findings } = await at.diagnose(name);
    const reported = findings.filter(({ id }) => id !== "trust-unknown" && id !== "nothing-guards");
    const ids = [...new Set(reported.map(({ id }) => id))];
    if (defaultType) expect(ids).toEqual([]);
    else expect([["broken-file"], ["not-a-hook", "other-type"]]).toContainEqual(ids);
    if (name === "gemini")
      expect(reported.map(({ message }) => message).join()).toContain('no type instead of "command"');
    entries(file, (entry) => {
      Object.assign(entry, { type: "prompt", prompt: "x" });
    });
    const id = STRICT.includes(name) ? "broken-file" : "other-type";
    expect(idsOf(await at.diagnose(name)).at(-1)).toContain(id);
  });
});

// One agent for each format: JSON, TOML, the list of scripts, and JSON in a program.
/** The hosts that look for a project's hooks in the folders above, too. */
const READ_ABOVE = ["codex", "copilot", "droid", "cline", "opencode", "kilo"];

test.each(PROJECT_AGENTS)("doctor of %s below the folder of a project's hooks says whether they run", async (name) => {
  const at = trustingHome();
  const file = at.configure(name, "project");
  const folder = join(at.folder, "packages/a");
  mkdirSync(join(at.folder, ".git"));
  mkdirSync(folder, { recursive: true });
  const { json, findings } = await diagnosed(name, { ...at, folder });
  const isRead = READ_ABOVE.includes(name);
  expect((json as { readonly files: readonly string[] }).files.includes(file)).toBe(isRead);
  const message = `${agentNamed(name).title} does not read the hooks of ${file} if it starts in ${folder}`;
  const notRead = findings.filter(({ id }) => id === "not-read-here");
  expect(notRead).toEqual(isRead ? [] : [expect.objectContaining({ message })]);
  // The trust of the repository is enough.
  expect(findings.map(({ id }) => id)).not.toContain("not-trusted");
});

test.each(["claude-code", "kimi", "cline", "opencode"])("doctor reports a file that %s cannot read", async (name) => {
  const at = trustingHome();
  const file = at.configure(name);
  for (const text of ["hello", "[]", '{ "hooks": {\n  "PreToolUse": [']) {
    write(file, text);
    expect((await at.diagnose(name)).findings[0], text).toMatchObject({ id: "broken-file" });
  }
});

test.each([
  ["claude-code", ["never-called"]],
  ["gemini", []],
])("doctor of %s expects entries for the events that a hook names, and no others", async (name, atAfterLlm) => {
  const at = trustingHome();
  const observer = { ...MANIFEST, points: ["onEvent"], onFailure: "continue", events: ["turn.end"] };
  at.configure(name, "user", observer);
  write(at.hook, fakeHookSource({ ...observer, events: ["turn.end", "session.start"] }));
  expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event"]);
  write(at.hook, fakeHookSource({ ...observer, events: ["session.start"] }));
  expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event", "superfluous-event"]);
  at.configure(name, "user", { ...MANIFEST, points: ["beforeTool", "afterLlm"] });
  expect(idsOf(await at.diagnose(name))[0]).toEqual(atAfterLlm);
});

describe("doctor of claude-code", () => {
  const name = "claude-code";

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a missing launcher", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a missing Node", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/program'"), ["program-missing"]],
    ["a missing hook", (text) => text.replaceAll("guard.cjs", "gone.cjs"), ["hook-missing"]],
    ["the denial of another host", (text) => text.replaceAll("denied: ", "granted: "), ["wrong-denial"]],
    ["a guard whose failure lets calls through", (text) => text.replaceAll("' block ", "' continue "), ["wrong-mode"]],
    ["a timeout below the hook's own deadline", (text) => text.replace(/ 6 '/g, " 4 '"), ["limits-order"]],
    ["a relative path", (text) => text.replaceAll(`'${process.execPath}'`, "'bin/node'"), ["unsafe-command"]],
  ])("finds %s", async (_, edit, ids) => {
    const at = trustingHome();
    change(at.configure(name), edit);
    const [found] = idsOf(await at.diagnose(name));
    // With `continue`, the text after the launcher differs.
    expect(found).toEqual(expect.arrayContaining([...ids]));
    expect(found?.filter((id) => !ids.includes(id) && id !== "wrong-denial" && id !== "no-on-failure")).toEqual([]);
  });

  test("finds a hook that does not start", async () => {
    const at = trustingHome();
    at.configure(name);
    write(at.hook, "throw new Error('broken');");
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["describe-failed"]);
  });

  test("finds a hook that uses the SDK without the launcher, and notes hooks that it cannot inspect", async () => {
    const at = trustingHome();
    const file = at.configure(name);
    const hook = join(folder(), "hook.cjs");
    const manifestText = JSON.stringify(JSON.stringify(MANIFEST));
    write(hook, `/* @agent-hook/sdk */ if (process.argv.includes("--describe")) console.log(${manifestText});`);
    entries(file, (entry) => {
      entry.command = `${process.execPath} ${hook}`;
    });
    expect(idsOf(await at.diagnose(name))).toEqual([["bare-command"], wholeFindings(name)]);
    entries(file, (entry) => {
      entry.command = "exit 0";
    });
    expect(idsOf(await at.diagnose(name))).toEqual([[], [...wholeFindings(name), "not-inspected"]]);
  });

  // Root can read any file except this one.
  test.skipIf(process.platform !== "linux")("has a fix for an unreadable file", async () => {
    const at = trustingHome();
    const path = at.configure(name);
    rmSync(path);
    symlinkSync("/proc/self/mem", path);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file", fix: "make the file readable, and run doctor again" });
  });

  test("finds points without an entry, and entries without a point", async () => {
    const at = trustingHome();
    at.configure(name, "user", { ...MANIFEST, points: ["beforeTool", "afterTool"] });
    write(at.hook, fakeHookSource({ ...MANIFEST, points: ["beforeTool"] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["superfluous-event"]);
    at.configure(name, "user", { ...MANIFEST, points: ["afterTool"] });
    write(at.hook, fakeHookSource({ ...MANIFEST, points: ["beforeTool", "afterTool"] }));
    const { hooks } = await at.diagnose(name);
    expect(hooks[0]?.findings).toEqual([
      expect.objectContaining({ id: "missing-event", message: expect.stringContaining("nothing is denied") }),
    ]);
  });
});
