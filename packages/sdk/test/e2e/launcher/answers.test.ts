import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DENIALS } from "../../docker-agent/denials.js";
import { commandFor, HOOK, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";
import { RUNTIME } from "../../runtime.js";

const { denials } = DENIALS;

const LOCALES = ["C", "C.UTF-8"];

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined);
  const sh = path ?? "";

  tested.each(LOCALES)("forwards 600 KB of U+0080 to U+2FFF byte for byte, in the locale %s", async (locale) => {
    const characters = Array.from({ length: 0x3000 - 0x80 }, (_, index) => String.fromCharCode(0x80 + index)).join("");
    const document = JSON.stringify({ text: characters.repeat(18) });
    expect(Buffer.byteLength(document)).toBeGreaterThan(600_000);
    const file = join(temporaryFolder(), "answer.json");
    writeFileSync(file, document);
    const command = commandFor("", { command: [...RUNTIME, HOOK, "a file as its answer", file] });
    const { stdout } = await run(command, { sh, env: { ...process.env, LC_ALL: locale } });
    expect(stdout.equals(Buffer.from(`${document}\n`))).toBe(true);
  });

  tested.each(LOCALES)("finds the end mark after half a character, in the locale %s", async (locale) => {
    const env = { ...process.env, LC_ALL: locale };
    const { stdout } = await run(commandFor("deny with noise"), { sh, env });
    expect(stdout.toString()).toBe('{"deny":"by the hook"}\n');
  });

  tested("denies after a document of several lines", async () => {
    const file = join(temporaryFolder(), "answer.json");
    const list = Array.from({ length: 20_000 }, (_, index) => index);
    writeFileSync(file, JSON.stringify({ list }, null, 1));
    const command = commandFor("", { command: [...RUNTIME, HOOK, "a file as its answer", file] });
    const { stdout, stderr } = await run(command, { sh });
    expect(withoutHint(stdout)).toBe(denials.pre_tool_use);
    expect(stderr).toContain("the hook ended without a whole answer");
  });

  tested("answers once if the host closed its end of stderr", async () => {
    const stderr = pipeWithoutReader();
    const refused = await run(commandFor("an answer and exit 1"), { sh, stderr });
    expect(withoutHint(refused.stdout)).toBe(denials.pre_tool_use);
    const answered = await run(commandFor("deny with noise"), { sh, stderr });
    expect(answered.stdout.toString()).toBe('{"deny":"by the hook"}\n');
  });

  tested("denies when its stdin is closed and nobody reads its stderr", async () => {
    const { stdout } = await run(`exec <&-; ${commandFor("deny")}`, { sh, stderr: fullPipe(), hasThird: false });
    expect(withoutHint(stdout)).toBe(denials.pre_tool_use);
  });

  tested("gives the hook all of stdin", async () => {
    const stdin = JSON.stringify({ text: "x".repeat(1_000_000) });
    const { stdout } = await run(commandFor("its stdin"), { sh, stdin });
    expect(JSON.parse(stdout.toString())).toEqual({ length: stdin.length, end: 'x"}' });
  });

  tested("accepts a hook that does not read stdin", async () => {
    const { stdout } = await run(commandFor("no opinion"), { sh, stdin: "x".repeat(1_000_000) });
    expect(stdout.toString()).toBe("");
  });

  tested("tells the hook the number of descriptor 3", async () => {
    expect((await run(commandFor("its descriptor"), { sh })).stdout.toString()).toBe('{"descriptor":"3"}\n');
  });
});

/** Returns a pipe without a reader. Writing to it raises SIGPIPE. */
function pipeWithoutReader(): number {
  const path = join(temporaryFolder(), "fifo");
  execFileSync("mkfifo", [path]);
  const both = openSync(path, "r+");
  const end = openSync(path, "w");
  closeSync(both);
  onTestFinished(() => closeSync(end));
  return end;
}

/** Returns a full pipe that is not read. */
function fullPipe(): number {
  const path = join(temporaryFolder(), "full");
  execFileSync("mkfifo", [path]);
  const filler = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(filler));
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(filler, Buffer.alloc(size));
    } catch {
      // The pipe is full.
    }
  }
  const end = openSync(path, "w");
  onTestFinished(() => closeSync(end));
  return end;
}
