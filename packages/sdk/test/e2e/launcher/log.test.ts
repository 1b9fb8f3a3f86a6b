import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherPath } from "../../../src/launcher/index.js";
import { recordIn, UNREADABLE } from "../../../src/record/read-log.js";
import { commandFor, HOOK, type RunOptions, run } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

function logIn(state: string) {
  const folder = join(state, "agent-hook", "decisions");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n").map(recordIn));
}

const claude = { host: "claude-code", event: "PreToolUse" };

describe.each(SCRIPT_SHELLS.filter(({ path }) => path !== undefined))(
  "the log of the launcher in $name",
  ({ path }) => {
    const runIn = (command: string, state: string, options: RunOptions = {}) =>
      run(command, {
        ...(path === undefined ? {} : { sh: path }),
        env: { ...process.env, XDG_STATE_HOME: state },
        ...options,
      });

    it("has the denial for a dead hook, and the model reads its id", async () => {
      const state = temporaryFolder();
      const { stdout } = await runIn(commandFor("kill -9", claude), state, { cwd: state });
      const [record] = logIn(state);
      expect(record).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        host: { name: "claude-code" },
        hook: HOOK,
        by: "launcher",
        file: HOOK,
        cwd: state,
        point: "beforeTool",
        event: "PreToolUse",
        decision: "deny",
        reason: "denied: the hook failed",
        failure: { kind: "killed", message: "the hook ended with 137", consequence: "the call was denied" },
      });
      const { id } = record as { id: string };
      const reason = JSON.parse(stdout.toString()).hookSpecificOutput.permissionDecisionReason;
      expect(reason).toBe(
        `denied: the hook failed (${HOOK}, id ${id}); to find out why, run: npx agent-hook why ${id}`,
      );
    });

    it("has ids on macOS, which has no /proc, and whose od fills a line with spaces", async () => {
      const [state, folder] = [temporaryFolder(), temporaryFolder()];
      const [launcher, od] = [join(folder, "guard.sh"), join(folder, "od")];
      const script = readFileSync(launcherPath(), "utf8").replaceAll("/proc/", "/nowhere/");
      writeFileSync(launcher, script.replaceAll("PATH=/usr/bin:/bin od ", `${od} `));
      writeFileSync(od, `#!/bin/sh\n/usr/bin/od "$@" | /bin/sed 's/$/          /'\n`);
      chmodSync(od, 0o755);
      await runIn(commandFor("kill -9", { ...claude, launcher }), state);
      expect(logIn(state)).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f]{8}$/), by: "launcher" }]);
    });

    it("has the calls that a dead hook let pass, and the kind of each failure", async () => {
      const state = temporaryFolder();
      await runIn(commandFor("a throw", { ...claude, mode: "continue" }), state);
      await runIn(commandFor("a throw", { ...claude, event: "Stop" }), state);
      await runIn(commandFor("process.exit(0) at once", claude), state);
      expect(logIn(state)).toMatchObject([
        { decision: "none", failure: { kind: "exit", consequence: "the host was told to continue" } },
        { decision: "none", point: "onEvent", failure: { kind: "exit", consequence: "this host cannot stop here" } },
        { decision: "deny", failure: { kind: "no-answer" } },
      ]);
    });

    it("goes to the newest file, and stays empty if the hook answers", async () => {
      const state = temporaryFolder();
      const folder = join(state, "agent-hook", "decisions");
      mkdirSync(folder, { recursive: true });
      for (const number of ["000002", "000011"]) writeFileSync(join(folder, `decisions-${number}.jsonl`), "");
      await runIn(commandFor("deny", claude), state);
      expect(logIn(state)).not.toContainEqual(expect.objectContaining({ by: "launcher" }));
      await runIn(commandFor("kill -9", claude), state);
      expect(readFileSync(join(folder, "decisions-000011.jsonl"), "utf8")).toContain("launcher");
    });

    it("begins a line of its own after one that was cut off", async () => {
      const state = temporaryFolder();
      const folder = join(state, "agent-hook", "decisions");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "decisions-000001.jsonl"), '{"id":"torn');
      for (let at = 0; at < 2; at++) await runIn(commandFor("kill -9", claude), state);
      const launched = { by: "launcher", decision: "deny" };
      expect(logIn(state)).toMatchObject([UNREADABLE, launched, launched]);
    });

    it("leaves the denial as it is if the log cannot be written, is off or is redirected", async () => {
      const file = join(temporaryFolder(), "file");
      writeFileSync(file, "");
      const linked = temporaryFolder();
      mkdirSync(join(linked, "agent-hook", "decisions"), { recursive: true });
      symlinkSync(file, join(linked, "agent-hook", "decisions", "decisions-000001.jsonl"));
      const unwritable = temporaryFolder();
      chmodSync(unwritable, 0o500);
      const environments = [
        { XDG_STATE_HOME: file },
        { XDG_STATE_HOME: linked },
        { XDG_STATE_HOME: "", HOME: "" },
        { XDG_STATE_HOME: temporaryFolder(), AGENT_HOOK_LOG: "off" },
      ];
      for (const env of environments) {
        const { stdout, code } = await runIn(commandFor("kill -9", claude), "", { env: { ...process.env, ...env } });
        expect(code).toBe(0);
        expect(stdout.toString()).toContain(
          `denied: the hook failed (${HOOK}); to find out why, run: npx agent-hook doctor`,
        );
      }
      expect(readFileSync(file, "utf8")).toBe("");
    });

    it("is JSON whatever the folder and the hook are called", async () => {
      const state = temporaryFolder();
      const cwd = join(state, 'a "quoted" \\ folder');
      mkdirSync(cwd);
      await runIn(commandFor("kill -9", claude), state, { cwd });
      const [record] = logIn(state);
      expect(record).toMatchObject({ by: "launcher" });
      expect(record).not.toHaveProperty("cwd");
    });
  },
);
