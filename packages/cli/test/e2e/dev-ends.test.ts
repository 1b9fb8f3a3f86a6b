import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { devCommand, gone, guard, hookFolder, startDev } from "../dev-session.js";
import { inline, run, start } from "../traced.js";

const startGuard = async () => {
  const files = hookFolder(guard(0));
  const session = await startDev([process.execPath, files.pathOf("main.mjs")], { env: { LIVES: files.lives } });
  return { files, hook: await files.noted("setup 0"), ...session };
};

test("the end of the host's input ends the hook, with its teardown", async () => {
  const { files, host, hook } = await startGuard();
  expect(await host.close({ endMs: 600_000 })).toEqual({ code: 0, signal: null });
  await gone(hook);
  expect(readFileSync(files.lives, "utf8")).toContain(`teardown 0 ${hook}`);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends the hook, with its teardown", async (signal) => {
  const { files, host, hook } = await startGuard();
  process.kill(host.pid as number, signal);
  await host.exited;
  await gone(hook);
  expect(readFileSync(files.lives, "utf8")).toContain(`teardown 0 ${hook}`);
});

test("kill -9 ends the hook", async () => {
  const { host, hook } = await startGuard();
  process.kill(host.pid as number, "SIGKILL");
  await gone(hook);
});

test("kill -9 also ends a hook in an endless loop, and a new version that loops at import", async () => {
  const { files, host, approve } = await startGuard();
  void approve({ loop: true }).catch(() => {});
  const looping = await files.noted("loop 0");
  files.write(guard(1, { start: "for (;;) {}" }));
  const loading = await files.noted("load 1");
  process.kill(host.pid as number, "SIGKILL");
  await Promise.all([looping, loading].map(gone));
});

test("a hook in an endless loop ends with the host", async () => {
  const { files, host, approve } = await startGuard();
  void approve({ loop: true }).catch(() => {});
  const looping = await files.noted("loop 0");
  void host.close({ endMs: 600_000 });
  await gone(looping);
});

test("processes that an old version started end with it", async () => {
  const child = "import('node:child_process').then(({ spawn }) => log('child') ?? childOf(spawn('sleep', ['3600'])));";
  const childOf = "const childOf = ({ pid }) => appendFileSync(process.env.LIVES, 'sleep 0 ' + pid + '\\n');";
  const start = `${childOf} if (!process.argv.includes("--describe")) ${child}`;
  const files = hookFolder(guard(0, { start }));
  const { until } = await startDev([process.execPath, files.pathOf("main.mjs")], { env: { LIVES: files.lives } });
  const sleeping = await files.noted("sleep 0");
  onTestFinished(() => {
    try {
      process.kill(sleeping, "SIGKILL");
    } catch {
      // It has ended.
    }
  });
  files.write(guard(1));
  await until(({ event }) => event === "reloaded");
  await gone(sleeping);
});

test.each([0, 1, 7])("exits as the hook does, with %i", async (code) => {
  const hook = inline(`process.stdin.resume().on("end", () => process.exit(${code}))`);
  expect(await run(devCommand(hook), "")).toMatchObject({ code, stderr: "" });
});

test("passes on the input of a host byte for byte, also without a last newline", async () => {
  const { code, stdout } = await run(devCommand(["cat"]), "{\n  \xff\n}\n\nno newline");
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: "{\n  \xff\n}\n\nno newline" });
});

test("exits with 3 and a sentence if the program is missing", async () => {
  const { code, stderr } = await run(devCommand(["./no-such-program"]), "");
  expect(code).toBe(3);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "not-run" } });
});

test("prints the hook's description for agent-hook config", async () => {
  const files = hookFolder(guard(0));
  const { code, stdout } = await run([...devCommand([process.execPath, files.pathOf("main.mjs")]), "--describe"], "");
  expect(code).toBe(0);
  expect(JSON.parse(stdout.toString())).toMatchObject({ name: "probe", onFailure: "block" });
});

test("writes its reports to the file that --log names, which only the user can read", async () => {
  const files = hookFolder(guard(0));
  const log = files.pathOf("dev.log");
  const { until } = await startDev([process.execPath, files.pathOf("main.mjs")], {}, "--log", log);
  files.write({ "main.mjs": "const = 1;" });
  await until(({ event }) => event === "broken");
  expect(readFileSync(log, "utf8")).toMatch(/^\d{4}-\S+Z \{"event":"broken".*SyntaxError/);
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test("does not wait for a reader if --log names a pipe", async () => {
  const log = hookFolder({}).pathOf("pipe");
  execFileSync("mkfifo", [log]);
  const { code, stderr } = await run(devCommand(["cat"], "--log", log), "");
  expect([code, stderr]).toEqual([2, expect.stringContaining(`--log: ${log} cannot be written: ENXIO`)]);
});

test("without --json, reports sentences with the file and the error", async () => {
  const files = hookFolder(guard(0));
  const command = devCommand(["node", "main.mjs"]).filter((word) => word !== "--json");
  const host = start(["sh", "-c", 'cd "$0" && exec "$@"', files.path, ...command], { LIVES: files.lives });
  await files.noted("load 0");
  files.write({ "main.mjs": "const = 1;" });
  await host.waitForOutput("the new version is broken");
  host.child.stdin.end();
  const { stderr } = await host.ended;
  expect(stderr).toContain("agent-hook dev: main.mjs: the new version is broken, and ");
});

test.each([
  [["dev"], "expected the hook's command after --"],
  [["dev", "--log", "/dev/null/dev.log", "--", "cat"], "--log: /dev/null/dev.log cannot be written"],
])("%j is a usage error", async (args, sentence) => {
  const [node = "", bin = ""] = devCommand([]);
  const { code, stderr } = await run([node, bin, ...args], "");
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
