import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { launcherCommand, launcherPath } from "../../../src/launcher/index.js";
import { find } from "../../launcher/find-program.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const shellcheck = find("shellcheck");

it.skipIf(shellcheck === undefined)("shellcheck, if installed, finds no problem in the launcher", () => {
  expect(execFileSync(shellcheck ?? "", ["--shell=sh", launcherPath()], { encoding: "utf8" })).toBe("");
});

describe.skipIf(process.platform === "win32").each(SCRIPT_SHELLS)("a damaged launcher, under $name", ({ path }) => {
  const lines = readFileSync(launcherPath(), "utf8").trimEnd().split("\n");
  const textUpTo = (at: number) => `${lines.slice(0, at).join("\n")}\n`;
  // Every tenth line, and each of the first and the last.
  const cuts = lines.map((_, at) => at).filter((at) => at <= 20 || at >= lines.length - 10 || at % 10 === 0);

  const inFolder = (texts: readonly string[]) => {
    const folder = temporaryFolder();
    return texts.map((text, at) => {
      const launcher = join(folder, `${at}.sh`);
      writeFileSync(launcher, text);
      return launcher;
    });
  };
  const commandOf = (launcher: string) => {
    const parts = { launcher, mode: "block", host: "claude-code", event: "PreToolUse", seconds: 60 } as const;
    return launcherCommand({ ...parts, command: ["/bin/true"] }).replace("/bin/sh", path ?? "");
  };

  it.skipIf(path === undefined)("makes the host's command deny", () => {
    const texts = ["", "\0".repeat(4096), ...cuts.flatMap((at) => [textUpTo(at), textUpTo(at).slice(0, -7)])];
    const ran = runAll(inFolder(texts).map(commandOf));
    const passed = ran.filter(({ stdout, status }) => status !== 0 || !stdout.includes('"deny"'));
    expect(passed).toEqual([]);
    expect(runAll([commandOf(temporaryFolder("guard.sh"))])[0]?.stdout).toContain('"deny"');
  });

  it.skipIf(path === undefined)("makes a command of an older version deny, if it was cut off", () => {
    const end = lines.findIndex((line) => line.startsWith("trap "));
    const launchers = inFolder(cuts.filter((at) => at > end).map(textUpTo));
    const ran = runAll(launchers.map((one) => `'${path}' '${one}' block claude-code PreToolUse 60 /bin/true`));
    expect(ran.filter(({ stdout, status }) => status === 0 || stdout !== "")).toEqual([]);
    expect(ran.length).toBeGreaterThan(10);
  });
});

/** Runs each command in a shell with `{}` on stdin, all of them from one process: there are more than a thousand. */
function runAll(commands: readonly string[]) {
  const out = (at: number) => join(folder, `${at}.out`);
  const folder = temporaryFolder();
  const script = join(folder, "all.sh");
  const lines = commands.map((command, at) => `printf '{}' | (${command}\n) >'${out(at)}'; echo " $?" >>'${out(at)}'`);
  writeFileSync(script, lines.join("\n"));
  spawnSync("/bin/sh", [script]);
  return commands.map((command, at) => {
    const text = readFileSync(out(at), "utf8");
    const end = text.lastIndexOf(" ");
    return { command, stdout: text.slice(0, end), status: Number(text.slice(end)) };
  });
}
