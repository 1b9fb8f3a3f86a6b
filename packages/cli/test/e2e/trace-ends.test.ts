import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder } from "../temporary-folder.js";
import { entriesOf, inline, run, start, traced } from "../traced.js";

const out = () => join(folder(), "trace.jsonl");
const trace = (script: string) => start(traced(out(), inline(script)));
/** Keeps the hook alive until stdin ends. */
const UNTIL_END = 'process.stdin.resume().on("end", () => process.exit(4));';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("the end of a traced hook", () => {
  test.each([0, 1, 7])("passes on its exit code %i", async (code) => {
    const path = out();
    expect(await run(traced(path, inline(`process.exit(${code})`)), "")).toMatchObject({ code, stderr: "" });
    expect(entriesOf(path)).toEqual([{ from: "hook", exit: code }]);
  });

  test.each(["KILL", "TERM", "SEGV", "PIPE", "USR1"])("kills the tracer with SIG%s, like the hook", async (name) => {
    const path = out();
    const { code, signal, stdout } = await run(traced(path, ["sh", "-c", `echo last words; kill -${name} $$`]), "");
    expect({ code, signal, stdout: stdout.toString() }).toEqual({
      code: null,
      signal: `SIG${name}`,
      stdout: "last words\n",
    });
    expect(entriesOf(path).at(-1)).toEqual({ from: "hook", signal: `SIG${name}` });
  });

  test("passes on its last output, even if the host reads late", async () => {
    const script = `
      const pipe = fs.openSync("/dev/fd/1", fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
      let written = 0;
      for (let refused = 0; refused < 10_000; ) {
        try { written += fs.writeSync(pipe, Buffer.alloc(1000)) } catch { refused += 1 }
      }
      fs.writeSync(2, JSON.stringify({ pid: process.pid, written }));`;
    const { child, waitForOutput, ended } = trace(script);
    child.stdout.pause();
    let stderrText = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderrText += chunk;
    });
    await waitForOutput("}");
    while (isAlive(JSON.parse(stderrText).pid)) await new Promise(setImmediate);
    child.stdout.resume();
    expect((await ended).stdout.length).toBe(JSON.parse(stderrText).written);
  });

  test("does not wait for a grandchild that holds its stdin and stdout", async () => {
    const script = `
      const stdio = ["inherit", "inherit", "ignore"];
      const { pid } = require("node:child_process").spawn("sleep", ["3600"], { stdio, detached: true });
      console.log(pid);
      process.exit(6)`;
    const { child, ended } = trace(script);
    child.stdin.write(Buffer.alloc(1_000_000));
    const { code, stdout } = await ended;
    process.kill(Number(stdout), "SIGKILL");
    expect(code).toBe(6);
  });
});

describe("a hook that trace cannot start", () => {
  test.each([
    [["./no-such-program"], 'there is no program "./no-such-program"'],
    [["/dev/null"], '"/dev/null" is not executable (EACCES)'],
  ])("%j exits with 3 and a sentence, and no transcript is begun", async (hook, sentence) => {
    const path = out();
    const { code, stdout, stderr } = await run([...traced(path, []), ...hook], "");
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(/^agent-hook: the hook could not be started: .*\n$/);
    expect(stderr).toContain(sentence);
    expect(existsSync(path)).toBe(false);
  });

  test("is reported on stderr even with --json, because stdout is the wire", async () => {
    const { code, stdout, stderr } = await run(traced(out(), ["./no-such-program"], "--json"), "");
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: "" });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "not-run" } });
  });

  test.each([
    [["trace", "--", "node"], "required option '--out <file>' not specified"],
    [["trace", "--out", "f.jsonl"], "expected the hook's command after --"],
    [["trace", "--out", "f.jsonl", "--rav", "--", "node"], "Did you mean --raw?"],
  ])("%j is a usage error", async (args, sentence) => {
    const [node = "", bin = ""] = traced("", []);
    const { code, stdout, stderr } = await run([node, bin, ...args], "");
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});

describe("the hook receives what the host does", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const)("%s", async (signal) => {
    const hook = trace(`process.on("${signal}", () => process.exit(5)); console.log("ready"); ${UNTIL_END}`);
    await hook.waitForOutput("ready");
    hook.child.kill(signal);
    expect(await hook.ended).toMatchObject({ code: 5, signal: null });
  });

  test("a signal that the hook ignores ends nothing", async () => {
    const hook = trace(`process.on("SIGTERM", () => console.log("no")); console.log("ready"); ${UNTIL_END}`);
    await hook.waitForOutput("ready");
    hook.child.kill("SIGTERM");
    await hook.waitForOutput("no");
    hook.child.stdin.end();
    expect(await hook.ended).toMatchObject({ code: 4 });
  });

  test("kill -9 of the tracer, as the end of stdin", async () => {
    const hook = trace(`console.log("ready"); process.on("exit", () => fs.writeSync(2, "gone")); ${UNTIL_END}`);
    await hook.waitForOutput("ready");
    hook.child.kill("SIGKILL");
    expect(await hook.ended).toMatchObject({ signal: "SIGKILL", stderr: "gone" });
  });

  test("closing its input, as EPIPE", async () => {
    const script = `try { for (;;) fs.writeSync(1, "x".repeat(1000)) } catch (e) { fs.writeSync(2, e.code); process.exit(9) }`;
    const hook = trace(script);
    await hook.waitForOutput("x");
    hook.child.stdout.destroy();
    expect(await hook.ended).toMatchObject({ code: 9, stderr: "EPIPE" });
  });

  test("closing its input, as SIGPIPE", async () => {
    const hook = start(traced(out(), ["yes"]));
    await hook.waitForOutput("y");
    hook.child.stdout.destroy();
    expect(await hook.ended).toMatchObject({ signal: "SIGPIPE", stderr: "" });
  });
});

describe("the host sees that the hook closes", () => {
  test("its stdin", async () => {
    const { child, waitForOutput, ended } = trace(
      `fs.closeSync(0); console.log("closed"); setInterval(() => {}, 60_000)`,
    );
    await waitForOutput("closed");
    const refused = new Promise<NodeJS.ErrnoException>((resolve) => {
      const write = () => child.stdin.write("x\n", (error) => (error ? resolve(error) : write()));
      write();
    });
    expect((await refused).code).toMatch(/^(EPIPE|ECONNRESET)$/);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGTERM" });
  });

  test("its stdout", async () => {
    const hook = traced(out(), inline(`console.log("bye"); fs.closeSync(1); ${UNTIL_END}`));
    const { child, waitForOutput, ended } = start(["sh", "-c", '"$@" | { cat; echo no more >&2; }', "sh", ...hook]);
    await waitForOutput("no more");
    child.stdin.end();
    expect(await ended).toMatchObject({ code: 0, stdout: Buffer.from("bye\n") });
  });
});
