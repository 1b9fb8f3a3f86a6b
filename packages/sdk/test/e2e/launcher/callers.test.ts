import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DENIALS } from "../../../src/hosts/docker-agent/documents.js";
import { launcherPath } from "../../../src/launcher/index.js";
import { commandFor, HOOK, run, withoutHint } from "../../launcher/run-launcher.js";
import { CALLERS, SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const { denials } = DENIALS;

const DENY = '{"deny":"by the hook"}\n';
const REFUSED = denials.pre_tool_use;
const ODD = ["it's a dir", 'say "no"', "$HOME `id` $(id)", "ünï 天気 🌧", "-a; b & c | d > e * ? [f] {g} #h !i ~", ""];

describe.each(CALLERS)("a command given to $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const options = { caller: path ?? "" };

  tested("forwards a denial, and prints nothing without one", async () => {
    expect((await run(commandFor("deny"), options)).stdout.toString()).toBe(DENY);
    expect((await run(commandFor("no opinion"), options)).stdout.toString()).toBe("");
  });

  tested("denies after kill -9, and if the launcher is missing", async () => {
    expect(withoutHint((await run(commandFor("kill -9"), options)).stdout)).toBe(REFUSED);
    const gone = commandFor("deny", { launcher: "/nowhere/guard.sh" });
    expect(withoutHint((await run(gone, options)).stdout)).toBe(REFUSED);
  });

  tested("prints nothing with continue, also if the launcher is missing", async () => {
    const silent = [commandFor("kill -9", { mode: "continue" })];
    silent.push(commandFor("deny", { mode: "continue", launcher: "/nowhere/guard.sh" }));
    for (const command of silent) {
      const { stdout, code } = await run(command, options);
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
    }
  });

  tested("passes on every path and argument, whatever it contains", async () => {
    const folder = temporaryFolder(ODD.join(" "));
    const [launcher, node, hook] = ["guard.sh", "node", "hook.mjs"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    copyFileSync(launcherPath(), launcher);
    copyFileSync(HOOK, hook);
    symlinkSync(process.execPath, node);
    const command = commandFor("", { launcher, command: [node, hook, "its arguments", ...ODD] });
    expect(JSON.parse((await run(command, options)).stdout.toString())).toEqual({ args: ODD });
  });

  tested("does not use the caller's descriptor 3", async () => {
    const { stdout, third } = await run(commandFor("deny"), { ...options, after: "; echo mine >&3" });
    expect({ stdout: stdout.toString(), third }).toEqual({ stdout: DENY, third: "mine\n" });
  });
});

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);

  tested("executes no program from the project's folder: no node, no sleep", async () => {
    const cwd = temporaryFolder();
    const bin = join(cwd, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    for (const name of ["node", "sleep", "sh", "kill", "printf"]) {
      writeFileSync(join(bin, name), `#!/bin/sh\n: >${cwd}/planted\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { stdout } = await run(commandFor("an endless loop", { seconds: 1 }), { sh: path ?? "", cwd, env });
    expect({ stdout: withoutHint(stdout), planted: existsSync(join(cwd, "planted")) }).toEqual({
      stdout: REFUSED,
      planted: false,
    });
  });

  tested("denies and lists its arguments when some are missing", async () => {
    const { stdout, stderr } = await run(`/bin/sh '${launcherPath()}' block docker-agent pre_tool_use 6`, {
      sh: path ?? "",
    });
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr).toContain("expected MODE HOST EVENT SECONDS PROGRAM");
  });

  tested.each(["docker-agent tomorrows_event", "tomorrows-agent pre_tool_use"])(
    "exits with 2 and an explanation if it knows no denial: %s",
    async (pair) => {
      const { stdout, stderr, code } = await run(`/bin/sh '${launcherPath()}' block ${pair} 6 /nowhere/node`, {
        sh: path ?? "",
      });
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 2 });
      expect(stderr).toContain(
        `agent-hook: ${pair}: the hook ended with 127; this launcher has no denial for this host and event`,
      );
    },
  );

  tested("allows with an explanation if the host accepts no denial", async () => {
    const command = commandFor("kill -9", { event: "turn_end" });
    const { stdout, stderr, code } = await run(command, { sh: path ?? "" });
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 0 });
    expect(stderr).toContain("the hook ended with 137; the host accepts no denial for this event");
  });
});
