import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { HOST_DENIALS } from "../../../src/hosts/generated/host-denials.js";
import { launcherPath } from "../../../src/launcher/index.js";
import { hostFlag } from "../../../src/serve/hosts.js";
import { type CountedCalls, countedCalls } from "../../../src/serve/resident/call-journal.js";
import { simulationOf } from "../../command-hosts/recordings.js";
import { RETRY_IF_REPLACED, ResidentHome } from "../../launcher/resident-home.js";
import { isRunning, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { BEFORE_THE_CALL, INSTEAD_OF_AN_ANSWER, Stranger } from "../../launcher/stranger.js";

const REFUSED = HOST_DENIALS["claude-code"]?.denials.PreToolUse;

it("is never asked without /proc, as on macOS: the launcher starts the hook for each call, and nothing stays", async () => {
  const home = new ResidentHome();
  const launcher = join(home.home, "guard.sh");
  writeFileSync(launcher, readFileSync(launcherPath(), "utf8").replaceAll("/proc/", "/nowhere/"));
  const mark = join(home.home, "asked");
  writeFileSync(join(home.home, "ask.pl"), `open my $file, ">", "${mark}";`);
  const calls = [await home.ask("nothing", { launcher }), await home.ask("nothing", { launcher })];
  expect(calls.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: "" }));
  expect(new Set(calls.map(({ pid }) => pid)).size).toBe(2);
  expect(calls.map(({ pid }) => pid)).not.toContain(undefined);
  expect([home.files(), existsSync(mark)]).toEqual([[], false]);
});

const CAN_STAY = process.platform === "linux" && existsSync("/usr/bin/perl");

describe.runIf(CAN_STAY)("a process of the hook that stays", RETRY_IF_REPLACED, () => {
  describe.each(SCRIPT_SHELLS)("asked by the launcher in $name", ({ path }) => {
    it.skipIf(path === undefined)("answers, and passes on what the hook prints", async () => {
      const home = new ResidentHome();
      // The launcher sets this variable for itself.
      const options = { shell: path, env: { LC_ALL: "C.UTF-8" } };
      const { pid } = await home.start(options);
      const noisy = await home.askOf(pid, "noise", options);
      expect(noisy).toMatchObject({ code: 0, stderr: 'a "word" 100% \\0101 é\nand another\n', third: "" });
      const large = await home.askOf(pid, `much noise; ${"x".repeat(2 ** 20)}`, options);
      expect(large.code).toBe(0);
      expect(large.stdout.length).toBeGreaterThan(2 ** 20);
    });

    it.skipIf(path === undefined)(
      "lets no call through if Perl cannot be started, or if stderr is closed",
      async () => {
        const home = new ResidentHome();
        const { pid } = await home.start({ shell: path });
        const cutOff = join(home.home, "guard.sh");
        copyFileSync(launcherPath(), cutOff);
        writeFileSync(join(home.home, "ask.pl"), "");
        const started = await home.ask("nothing", { shell: path, launcher: cutOff });
        expect(started.pid).toBeDefined();
        expect(started.pid).not.toBe(pid);
        expect((await home.ask("nothing", { shell: path, before: "exec 2>&-" })).pid).toBeDefined();
        for (const descriptors of [4, 5, 6, 12]) {
          const before = `ulimit -S -n ${descriptors}`;
          const { stdout } = await home.ask("nothing", { before, run: { sh: path as string } });
          expect([descriptors, stdout.toString()]).toEqual([descriptors, expect.stringContaining('"deny"')]);
        }
      },
    );
  });

  it.each(["claude-code", "copilot", "cline"])("answers %s as a process for each call does", async (host) => {
    const home = new ResidentHome();
    const { beforeTool: event, version } = simulationOf(host);
    const options = { host, event, hostFlag: hostFlag(host, event, version) };
    const first = await home.ask("nothing", options);
    const { pid } = await home.newResident();
    const second = await home.askOf(pid, "nothing", options);
    expect(second.stdout.toString()).toBe(first.stdout.toString().replaceAll(`pid ${first.pid}`, `pid ${pid}`));
    expect(second.code).toBe(0);
    expect(home.decisions()).toContainEqual(
      expect.objectContaining({ pid, point: "beforeTool", event, decision: "deny" }),
    );
  });

  it("denies, and stays, if a handler throws, does not answer, or something throws outside of the call", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start();
    for (const fault of ["a throw", "no answer"]) {
      const { stdout, code } = await home.ask(fault);
      expect([fault, code]).toEqual([fault, 0]);
      expect(stdout.toString()).toMatch(/"permissionDecision":"deny","permissionDecisionReason":"hook \\"resident\\"/);
    }
    await home.askOf(pid, "an exception outside of the call");
    await home.askOf(pid, "nothing");
    expect(home.decisions().filter((line) => line.pid === pid && "failure" in line).length).toBeGreaterThan(0);
  });

  it("denies a call whose process is killed, stops, ends or loops in the middle of it, and is replaced", async () => {
    const home = new ResidentHome();
    for (const fault of ["kill -9", "SIGSTOP of itself", "process.exit(0)", "an endless loop"]) {
      const { pid } = await home.start();
      const { stdout, stderr } = await home.ask(fault, { seconds: 20 });
      expect([fault, withoutHint(stdout)]).toEqual([fault, REFUSED]);
      expect(stderr).toMatch(/the hook (?:ended without a whole answer|did not end within 20 s): denied/);
      await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
    }
  });

  it("is not asked while it is stopped, blocked by another call, or without descriptors: the hook is started", async () => {
    const home = new ResidentHome();
    const stopped = await home.start();
    process.kill(stopped.pid, "SIGSTOP");
    expect((await home.ask("nothing")).pid).toBeDefined();
    // A stopped process would never end by itself.
    await expect.poll(() => isRunning(stopped.pid), { timeout: 60_000 }).toBe(false);

    const blocked = await home.newResident([stopped]);
    const mark = join(home.home, "looping");
    const looping = home.ask("an endless loop", { seconds: 30 });
    await expect.poll(() => existsSync(mark) && readFileSync(mark, "utf8"), { timeout: 60_000 }).toBe(`${blocked.pid}`);
    const { pid } = await home.ask("nothing");
    expect(pid).toBeDefined();
    expect(pid).not.toBe(blocked.pid);
    // The process is replaced only once it has ended.
    expect(home.residents()).toEqual([blocked]);
    expect(withoutHint((await looping).stdout)).toBe(REFUSED);
    await expect.poll(() => isRunning(blocked.pid), { timeout: 60_000 }).toBe(false);

    // All that many systems allow cannot be opened before the handler's deadline.
    const few = { before: "ulimit -n 200" };
    const full = await home.start(few);
    await home.askOf(full.pid, "no descriptor left", few);
    const { pid: other } = await home.ask("nothing", few);
    expect(other).toBeDefined();
    expect(other).not.toBe(full.pid);
  });

  it("answers a call in whose middle its file changes, and is replaced at the next call", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start();
    await home.askOf(pid, "a change of its own file");
    home.edit((text) => text.replace("VERSION = 1", "VERSION = 2"));
    const changed = await home.ask("nothing");
    expect(changed.stdout.toString()).toContain("version 2");
    expect(changed.pid).not.toBe(pid);
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
    const next = await home.newResident();
    expect((await home.askOf(next.pid, "nothing")).stdout.toString()).toContain("version 2");
  });

  it("never answers for another folder or environment, or with a key file of another user", async () => {
    const home = new ResidentHome();
    const { pid, key } = await home.start();
    const elsewhere = await home.ask("nothing", { cwd: join(home.project, "hooks") });
    expect(elsewhere.stdout.toString()).toContain("/project/hooks of one");
    const other = await home.ask("nothing", { env: { SESSION: "two" } });
    expect(other.stdout.toString()).toContain("of two");
    expect([elsewhere.pid, other.pid]).not.toContain(pid);
    await home.askOf(pid, "another folder");
    expect((await home.ask("nothing")).pid).not.toBe(pid);
    const next = await home.newResident([{ pid }], key);
    await home.askOf(next.pid, "nothing");
    if (process.getuid?.() !== 0) return;
    chownSync(next.key, 1, 1);
    expect((await home.ask("nothing")).pid).not.toBe(next.pid);
  });

  it("answers each call with the session of its caller, and is the same process for all", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start({ env: { SESSION_ID: "-0" } });
    for (const SESSION_ID of ["-1", "-2", undefined]) {
      const { stdout } = await home.askOf(pid, "nothing", { env: { SESSION_ID, TMUX_PANE: `%${SESSION_ID}` } });
      expect(stdout.toString()).toContain(` of one${SESSION_ID ?? ""}"`);
    }
    expect(home.residents().map((one) => one.pid)).toEqual([pid]);
  });

  it("ends if it was not used for the longest time and a fifth one starts, and is not started again at once", async () => {
    const home = new ResidentHome();
    const folders = [1, 2, 3, 4, 5].map((at) => join(home.home, `project-${at}`));
    const pids: number[] = [];
    for (const cwd of folders) {
      mkdirSync(cwd);
      pids.push((await home.start({ cwd })).pid);
    }
    await expect.poll(() => isRunning(pids[0] as number), { timeout: 60_000 }).toBe(false);
    expect(new Set(home.residents().map(({ pid }) => pid))).toEqual(new Set(pids.slice(1)));
    const { pid } = await home.ask("nothing", { cwd: folders[0] as string });
    expect(pid).toBeDefined();
    expect(home.files().filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("counts the calls that it answers, and why it did not answer others", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start();
    await home.askOf(pid, "nothing");
    await home.ask("nothing", { before: "umask 027" });
    const { answered = 0, others } = await vi.waitFor(
      () => {
        const counted = countedCalls(home.folder);
        expect(counted?.answered).toBeGreaterThan(0);
        return counted as CountedCalls;
      },
      { timeout: 60_000 },
    );
    expect(answered).toBe(1);
    expect(others).toMatchObject({ place: 1 });
  });

  it("never answers through a link that leads to another folder now, or with another umask or limit", async () => {
    const home = new ResidentHome();
    const link = join(home.home, "link");
    const one = join(home.home, "one/project");
    const other = join(home.home, "other/project");
    for (const folder of [one, other]) mkdirSync(folder, { recursive: true });
    symlinkSync(dirname(one), link);
    // As a shell sets it, and programs pass it on.
    const options = { cwd: join(link, "project"), env: { PWD: join(link, "project") } };
    let { pid } = await home.start(options);
    for (const before of ["umask 027", "ulimit -c 0; ulimit -n 200"]) {
      const other = await home.ask("nothing", { ...options, before });
      expect([before, other.pid]).not.toEqual([before, pid]);
      // The launcher has started a process in its place.
      rmSync((await home.newResident([{ pid }])).key);
      ({ pid } = await home.start(options));
    }
    await home.askOf(pid, "nothing", options);
    rmSync(link);
    symlinkSync(dirname(other), link);
    const { stdout } = await home.ask("nothing", options);
    expect(stdout.toString()).toContain(`in ${other} of`);
  });

  it("answers with Perl's own settings in the environment", async () => {
    const home = new ResidentHome();
    const options = { env: { PERL_UNICODE: "SDA", PERLIO: ":crlf", PERL5LIB: home.home } };
    const { pid } = await home.start(options);
    expect((await home.askOf(pid, "noise", options)).stderr).toContain("\\0101 é\nand another");
  });

  it("is not started where it could not be asked", async () => {
    const home = new ResidentHome();
    const state = join(home.home, "s".repeat(100));
    expect((await home.ask("nothing", { env: { XDG_STATE_HOME: state } })).pid).toBeDefined();
    expect(existsSync(join(state, "agent-hook/residents"))).toBe(false);
    if (process.getuid?.() !== 0) return;
    // The shell's process ids are not those in /proc.
    const shell = join(home.home, "sh");
    writeFileSync(shell, '#!/bin/sh\nexec unshare --pid --fork /bin/sh "$@"\n', { mode: 0o755 });
    expect((await home.ask("nothing", { run: { sh: shell } })).pid).toBeDefined();
    expect(home.files()).toEqual([]);
  });

  it("is not ended by a call whose host does not end stdin", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start();
    const fifo = join(home.home, "fifo");
    execFileSync("mkfifo", [fifo]);
    const writer = openSync(fifo, "r+");
    // What reads the rest of stdin keeps descriptor 3 open.
    const run = { hasThird: false };
    const { stderr } = await home.ask("nothing", { before: `exec <'${fifo}'`, seconds: 3, run });
    closeSync(writer);
    expect(stderr).toContain("the hook did not end within 3 s");
    await home.askOf(pid, "nothing");
  });

  it("keeps no descriptor of its host open, for which another process may wait", async () => {
    const home = new ResidentHome();
    const lock = join(home.home, "lock");
    const descriptor = openSync(lock, "w");
    // Descriptors 0 to 3 are those of the launcher's caller.
    const stdio = [...Array.from({ length: 20 }, () => "ignore" as const), descriptor];
    const { pid } = await home.start({ run: { more: stdio } });
    closeSync(descriptor);
    const open = readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
    expect(open).not.toContain(lock);
  });

  it.each(["block", "continue"] as const)("never takes a stranger's lie for an answer, with %s", async (mode) => {
    const home = new ResidentHome();
    const resident = await home.start();
    process.kill(resident.pid, "SIGKILL");
    const stranger = await Stranger.listen(resident);
    for (const lie of INSTEAD_OF_AN_ANSWER) {
      stranger.lie = lie;
      const { stdout, code } = await home.ask("nothing", { mode, seconds: 3 });
      expect([lie, code, withoutHint(stdout)]).toEqual([lie, 0, mode === "block" ? REFUSED : ""]);
    }
    stranger.lie = "none";
    expect((await home.ask("nothing", { mode })).stdout.toString()).toBe("");
  });

  it("starts the hook if a stranger listens that does not accept the call", async () => {
    const home = new ResidentHome();
    let resident = await home.start();
    process.kill(resident.pid, "SIGKILL");
    const stranger = await Stranger.listen(resident);
    for (const lie of BEFORE_THE_CALL) {
      stranger.lie = lie;
      const { pid } = await home.ask("nothing");
      expect([lie, pid]).toEqual([lie, expect.any(Number)]);
      // The process for the next calls has taken the stranger's place.
      resident = await home.newResident([resident, { pid: stranger.pid }]);
      process.kill(resident.pid, "SIGKILL");
      stranger.takeKey();
    }
  });

  it("is not started by a call during which another call has started one", async () => {
    const home = new ResidentHome();
    const env = { KEY: join(home.home, "key") };
    const { pid, key } = await home.start({ env });
    process.kill(pid, "SIGKILL");
    rmSync(key);
    const asked = home.ask("a wait for the key", { env });
    await expect.poll(() => existsSync(join(home.home, "waiting")), { timeout: 60_000 }).toBe(true);
    writeFileSync(key, `${"a".repeat(32)} ${pid} 1\n`);
    writeFileSync(env.KEY, "");
    await asked;
    expect(home.files().filter((name) => name.endsWith(".lock"))).toEqual([]);
    expect(readFileSync(key, "utf8")).toContain("aaaa");
  });

  it("takes the place of a process that has not answered, and still has the lock for its start", async () => {
    const home = new ResidentHome();
    const { pid, key } = await home.start();
    process.kill(pid, "SIGKILL");
    const other = spawn("sleep", ["600"]);
    onTestFinished(() => void other.kill());
    writeFileSync(key, `${"a".repeat(32)} ${other.pid} 1\n`);
    writeFileSync(key.replace(/key$/, "lock"), `${other.pid}\n`);
    await home.ask("nothing");
    await home.newResident([{ pid }, { pid: Number(other.pid) }]);
  });

  it("starts no debugger when it gets the signal for it", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start();
    process.kill(pid, "SIGUSR1");
    expect(await home.askOf(pid, "its debugger")).toMatchObject({ stderr: "debugger undefined\n" });
  });

  it("ends when no call came for ten minutes, and leaves nothing behind", async () => {
    const home = new ResidentHome();
    const { pid } = await home.start({ env: { MINUTES: "short" } });
    await expect.poll(() => isRunning(pid), { timeout: 120_000 }).toBe(false);
    expect(home.files().filter((name) => !/^calls$|\.variables$/.test(name))).toEqual([]);
  });
});
