import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
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
  const { toml } = agentNamed(name);

  test("finds nothing in the output of config, except a hook in both the user's and the project's file", async () => {
    const at = trustingHome();
    at.configure(name);
    expect(idsOf(await at.diagnose(name))).toEqual([[], wholeFindings(name)]);
    if (!PROJECT_AGENTS.includes(name)) return;
    at.configure(name, "project");
    expect(idsOf(await at.diagnose(name))).toEqual([[], [], wholeFindings(name, "configured-twice")]);
  });

  test("reads a file once if the project is the home folder", async () => {
    const at = trustingHome();
    at.configure(name);
    expect(idsOf(await diagnosed(name, { ...at, folder: at.home }))).toEqual([[], wholeFindings(name)]);
  });

  test("prints the files that it searched if they contain no hook", async () => {
    const { findings } = await trustingHome().diagnose(name);
    expect(findings.map(({ id }) => id)).toEqual(["nothing-guards"]);
  });

  test.each<[what: string, text: string]>([
    ["text", "hello"],
    ["a list", "[]"],
    ["a truncated file", '{ "hooks": {\n  "PreToolUse": ['],
    ["trailing commas", '{ "hooks": {}, }'],
  ])("reports that the host cannot read %s", async (_, text) => {
    // Only agent-hook reads the list of Cline's scripts.
    if (text.includes(", }") && agentNamed(name).scripts !== undefined) return;
    const at = trustingHome();
    write(at.configure(name), text);
    const [finding] = (await at.diagnose(name)).findings;
    expect(finding).toMatchObject({ id: "broken-file" });
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

  test.each<[what: string, change: (text: string) => string, ids: readonly string[]]>([
    ["a missing launcher", (text) => text.replaceAll("guard.sh", "gone.sh"), ["launcher-missing"]],
    ["a missing Node", (text) => text.replaceAll(`'${process.execPath}'`, "'/no/node'"), ["program-missing"]],
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
    const key = agentNamed(name).keys.command;
    const hook = join(folder(), "hook.cjs");
    const manifestText = JSON.stringify(JSON.stringify(MANIFEST));
    write(hook, `/* @agent-hook/sdk */ if (process.argv.includes("--describe")) console.log(${manifestText});`);
    entries(file, (entry) => {
      entry[key] = `${process.execPath} ${hook}`;
    });
    expect(idsOf(await at.diagnose(name))).toEqual([["bare-command"], wholeFindings(name)]);
    entries(file, (entry) => {
      entry[key] = "exit 0";
    });
    expect(idsOf(await at.diagnose(name))).toEqual([[], [...wholeFindings(name), "not-inspected"]]);
  });

  test.skipIf(toml)("finds an event in the wrong case, which the host never calls", async () => {
    const at = trustingHome();
    const event = eventBeforeTool(name);
    const [first = ""] = event;
    const isCapital = first === first.toUpperCase();
    const other = `${isCapital ? first.toLowerCase() : first.toUpperCase()}${event.slice(1)}`;
    change(at.configure(name), (text) => text.replaceAll(`"${event}":`, `"${other}":`));
    const { hooks, findings } = await at.diagnose(name);
    expect(findings[0]).toMatchObject({ id: "unknown-event", message: expect.stringContaining(`spells it ${event}`) });
    expect(hooks[0]?.findings.map(({ id }) => id)).toContain("missing-event");
  });

  // Kimi Code ignores a file with such a timeout.
  test.skipIf(toml)("finds a timeout in another host's unit and under another host's key", async () => {
    const at = trustingHome();
    const file = at.configure(name);
    const { key, perSecond } = agentNamed(name).limit;
    entries(file, (entry) => {
      entry[key] = perSecond === 1000 ? 10 : 10_000;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
    entries(file, (entry) => {
      delete entry[key];
      entry[key === "timeoutSec" ? "timeout" : "timeoutSec"] = 10;
    });
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["timeout-unit"]);
  });

  test("finds points without an entry, and entries without a point", async () => {
    const at = trustingHome();
    at.configure(name);
    const file = at.configure(name, "user", { ...MANIFEST, points: ["beforeTool", "afterTool"] });
    write(at.hook, fakeHookSource({ ...MANIFEST, points: ["beforeTool"] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["superfluous-event"]);
    at.configure(name, "user", { ...MANIFEST, points: ["afterTool"] });
    write(at.hook, fakeHookSource({ ...MANIFEST, points: ["beforeTool", "afterTool"] }));
    const { hooks } = await at.diagnose(name);
    expect(hooks[0]?.findings).toEqual([
      expect.objectContaining({ id: "missing-event", message: expect.stringContaining("nothing is denied") }),
    ]);
    rmSync(file);
  });

  test("notes a handler for which the host has no event", async () => {
    const at = trustingHome();
    const events: readonly { readonly point?: string }[] = Object.values(HOST_EVENTS[name] ?? {});
    const manifest = { ...MANIFEST, points: ["beforeTool", "afterLlm"] };
    at.configure(name, "user", manifest as typeof MANIFEST);
    write(at.hook, fakeHookSource(manifest));
    const isCalled = events.some(({ point }) => point === "afterLlm");
    expect(idsOf(await at.diagnose(name))[0]).toEqual(isCalled ? [] : ["never-called"]);
  });

  test("expects entries for the events that a hook names, and no others", async () => {
    const at = trustingHome();
    const observer = { ...MANIFEST, points: ["onEvent"], onFailure: "continue", events: ["turn.end"] };
    at.configure(name, "user", observer);
    write(at.hook, fakeHookSource(observer));
    expect(idsOf(await at.diagnose(name))[0]).toEqual([]);
    const other = Object.values(HOST_EVENTS[name] ?? {}).some(({ kind }) => kind === "session.start") ? "start" : "end";
    write(at.hook, fakeHookSource({ ...observer, events: ["turn.end", `session.${other}`] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event"]);
    write(at.hook, fakeHookSource({ ...observer, events: [`session.${other}`] }));
    expect(idsOf(await at.diagnose(name))[0]).toEqual(["missing-event", "superfluous-event"]);
  });

  test("finds our entry with another type", async () => {
    const at = trustingHome();
    entries(at.configure(name), (entry) => {
      Object.assign(entry, { type: "prompt", prompt: "x" });
    });
    const id = STRICT.includes(name) ? "broken-file" : "other-type";
    expect(idsOf(await at.diagnose(name)).at(-1)).toContain(id);
  });

  test("recognises our entry without a type", async () => {
    const at = trustingHome();
    entries(at.configure(name), (entry) => {
      delete entry.type;
    });
    const { findings } = await at.diagnose(name);
    const reported = findings.filter(({ id }) => id !== "trust-unknown" && id !== "nothing-guards");
    const ids = [...new Set(reported.map(({ id }) => id))];
    if (agentNamed(name).defaultType) expect(ids).toEqual([]);
    else expect([["broken-file"], ["not-a-hook", "other-type"]]).toContainEqual(ids);
    if (name === "gemini")
      expect(reported.map(({ message }) => message).join()).toContain('no type instead of "command"');
  });
});
