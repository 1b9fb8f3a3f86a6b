import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DENIALS } from "../../docker-agent/denials.js";
import { FAULTS } from "../../launcher/faults.js";
import { commandFor, HOOK, idIn, isRunning, type RunOptions, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";
import { RUNTIME } from "../../runtime.js";

const { denials } = DENIALS;

const DENY = '{"deny":"by the hook"}';
const REFUSED = denials.pre_tool_use;
const WITHHELD = denials.tool_response_transform;

const HANGS = ["an endless loop", "SIGSTOP of itself"];

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const options: RunOptions = path === undefined ? {} : { sh: path, caller: path };
  const documentOf = async (...[behaviour, parts]: Parameters<typeof commandFor>) => {
    const { stdout, code } = await run(commandFor(behaviour, parts), options);
    expect(code).toBe(0);
    return withoutHint(stdout);
  };

  tested.each(["deny", "deny with noise"])("forwards the hook's answer: %s", async (behaviour) => {
    expect(await documentOf(behaviour)).toBe(DENY);
  });

  tested("forwards noise to stderr, so that the host reads only the answer", async () => {
    const { stderr } = await run(commandFor("deny with noise"), options);
    expect(stderr.split("\n")).toEqual(
      expect.arrayContaining(["a word of its own", expect.stringMatching(/^half a lineof a child$|^of a child$/)]),
    );
  });

  tested.each(["no opinion", "no opinion with noise"])("prints nothing for %s", async (behaviour) => {
    expect(await documentOf(behaviour)).toBe("");
  });

  tested.each(FAULTS)("denies after %s", async (behaviour) => {
    expect(await documentOf(behaviour)).toBe(REFUSED);
  });

  tested.each(HANGS)("denies and ends the hook after %s", async (behaviour) => {
    expect(await documentOf(behaviour, { seconds: 1 })).toBe(REFUSED);
  });

  tested("denies for a hook that could not start: no node, no hook, no JavaScript", async () => {
    const broken = join(temporaryFolder(), "broken.mjs");
    writeFileSync(broken, "this is no JavaScript");
    for (const command of [
      ["/nowhere/program", HOOK],
      [...RUNTIME, "/nowhere/hook.mjs"],
      [...RUNTIME, broken],
    ]) {
      expect(await documentOf("", { command })).toBe(REFUSED);
    }
  });

  tested("reports on stderr how the hook ended", async () => {
    const { stderr } = await run(commandFor("an answer and exit 1"), options);
    expect(stderr).toContain("agent-hook: docker-agent pre_tool_use: the hook ended with 1: denied\n");
  });

  tested.each([
    ["a child left alive", DENY],
    ["a child left alive and kill -9", REFUSED],
  ])("ends and releases the host's pipes next to %s", async (behaviour, expected) => {
    const { stdout, stderr } = await run(commandFor(behaviour), options);
    expect(withoutHint(stdout)).toBe(expected);
    expect(isRunning(idIn(stderr, "child"))).toBe(true);
  });

  tested("leaves no watchdog behind, however soon the hook ends", async () => {
    const gone = commandFor("", { command: ["/nowhere/program", HOOK] });
    const runs = await Promise.all(Array.from({ length: 20 }, () => run(gone, options)));
    expect(runs.map(({ third }) => third)).toEqual(runs.map(() => ""));
  });

  tested("is not needed: the host's shell denies when the launcher is missing", async () => {
    expect(await documentOf("deny", { launcher: "/nowhere/guard.sh" })).toBe(REFUSED);
    expect(await documentOf("deny", { launcher: "/nowhere/guard.sh", event: "tool_response_transform" })).toBe(
      WITHHELD,
    );
  });

  it.skipIf(path === undefined || !existsSync("/proc/self/stat"))(
    "is killed with -9 together with its shells, and the host's shell denies (where /proc is)",
    async () => {
      // The launcher's `sleep` keeps the descriptors that it inherited.
      const killed = (event: string) =>
        run(commandFor("the launcher killed -9", { event }), { ...options, hasThird: false });
      expect(withoutHint((await killed("pre_tool_use")).stdout)).toBe(REFUSED);
      expect(withoutHint((await killed("tool_response_transform")).stdout)).toBe(WITHHELD);
    },
  );

  describe("after a tool", () => {
    const event = "tool_response_transform";

    tested("forwards the hook's answer, or prints nothing", async () => {
      expect(await documentOf("deny", { event })).toBe(DENY);
      expect(await documentOf("no opinion", { event })).toBe("");
    });

    tested.each(["kill -9", "an endless loop", "a child left alive and kill -9"])(
      "withholds the result after %s",
      async (behaviour) => {
        expect(await documentOf(behaviour, { event, seconds: 1 })).toBe(WITHHELD);
      },
    );
  });

  describe("with continue", () => {
    const mode = "continue";

    tested("prints nothing after any fault", async () => {
      const faults = FAULTS.map((behaviour) => documentOf(behaviour, { mode }));
      const hangs = HANGS.map((behaviour) => documentOf(behaviour, { mode, seconds: 1 }));
      expect(new Set(await Promise.all([...faults, ...hangs]))).toEqual(new Set([""]));
    });

    tested("forwards the hook's answer", async () => {
      expect(await documentOf("deny with noise", { mode })).toBe(DENY);
    });

    tested("prints nothing without a node, a hook or a launcher", async () => {
      const { stdout, stderr, code } = await run(
        commandFor("", { mode, command: ["/nowhere/program", HOOK] }),
        options,
      );
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
      expect(stderr).toContain("the hook ended with 127; the host continues");
      expect(await documentOf("", { mode, command: [...RUNTIME, "/nowhere/hook.mjs"] })).toBe("");
      expect(await documentOf("deny", { mode, launcher: "/nowhere/guard.sh" })).toBe("");
    });
  });
});
