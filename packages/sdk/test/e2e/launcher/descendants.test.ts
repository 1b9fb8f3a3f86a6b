import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DENIALS } from "../../docker-agent/denials.js";
import { find } from "../../launcher/find-program.js";
import { commandFor, HOOK, idIn, isRunning, type RunOptions, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const DENY = '{"deny":"by the hook"}';
const REFUSED = DENIALS.denials.pre_tool_use;
const hook = (behaviour: string) => `'${process.execPath}' '${HOOK}' '${behaviour}'`;

/** Processes that a hook's script leaves behind. Each keeps every descriptor of the hook, including the answer's. */
const LEFT_BEHIND = {
  "a background child": `sleep 600 & echo "child $!" >&2`,
  "a double fork": `(sleep 600 & echo "child $!" >&2)`,
  "a child in another session": `setsid sleep 600 & echo "child $!" >&2`,
};

/** What another process prints to descriptor 3 before the hook's answer. */
const PRINTED = {
  "the answer of another wire": `printf '{"decision":"allow"}\\n.\\n' >&3`,
  "an answer without the key": `printf '0\\n' >&3`,
  "an answer with a guessed key": `printf '%s 0\\n' "$$" >&3`,
  "a guessed report of the exit code": `printf '\\nagent-hook %s exit 0\\n%s 0\\n' "$PPID" "$PPID" >&3`,
  "NUL bytes": `printf '\\000x\\000\\n' >&3`,
  "half a line": "printf half >&3",
};

const FLOODS = {
  "an answer that is announced with 1 GB": `{ printf '%s 999999999\\n' "$AGENT_HOOK_KEY"; exec cat /dev/zero; } >&3`,
  "more than the 9 MB that it announced": `{ printf '%s 9000000\\n' "$AGENT_HOOK_KEY"; exec yes; } >&3`,
  "a line without end": "cat /dev/zero >&3",
  "lines without end": "yes >&3",
};

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ path }) => {
  const tested = it.skipIf(path === undefined || find("setsid") === undefined);
  const options: RunOptions = path === undefined ? {} : { sh: path, caller: path };
  /** Runs a shell script as the hook. */
  const started = (script: string, seconds = 60) =>
    run(commandFor("", { command: [wrapperOf(script)], seconds }), options);

  tested("denies when a wrapper script without exec waits for a hook that loops", async () => {
    const { stdout } = await started(hook("an endless loop"), 1);
    expect(withoutHint(stdout)).toBe(REFUSED);
  });

  tested.each(Object.entries(LEFT_BEHIND))("does not wait for %s", async (_, script) => {
    const denied = await started(`${script}\n${hook("deny")}`);
    expect(denied.stdout.toString()).toBe(`${DENY}\n`);
    expect(isRunning(idIn(denied.stderr, "child"))).toBe(true);
    const silent = await started(`${script}\n${hook("no opinion")}`);
    expect({ stdout: silent.stdout.toString(), code: silent.code }).toEqual({ stdout: "", code: 0 });
  });

  tested.each(Object.entries(LEFT_BEHIND))("denies in time when the hook hangs next to %s", async (_, script) => {
    const { stdout } = await started(`${script}\n${hook("an endless loop")}`, 1);
    expect(withoutHint(stdout)).toBe(REFUSED);
  });

  tested.each(Object.entries(LEFT_BEHIND))("denies when the hook is killed next to %s", async (_, script) => {
    const { stdout, stderr } = await started(`${script}\nexec ${hook("kill -9")}`);
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(isRunning(idIn(stderr, "child"))).toBe(true);
  });

  tested.each(Object.entries(PRINTED))("accepts no answer from others: %s", async (_, script) => {
    expect(withoutHint((await started(`${script}\nexit 0`)).stdout)).toBe(REFUSED);
    expect(withoutHint((await started(`${script}\nexec ${hook("deny")}`)).stdout)).toBe(REFUSED);
  });

  tested.each(Object.entries(FLOODS))(
    "denies in time, and stops reading, when the hook writes %s",
    async (_, script) => {
      const { stdout } = await started(`${script} &\necho "child $!" >&2\nwait`, 1);
      expect(withoutHint(stdout)).toBe(REFUSED);
    },
  );

  it.skipIf(path === undefined || find("setsid") === undefined || !existsSync("/proc/self/stat")).each([
    ["the pipe of its answer", 3],
    ["its stderr", 2],
  ])("denies in time and releases the host though the hook's children read %s (where /proc is)", async (_, fd) => {
    const thieves = Array.from({ length: 9 }, () => `cat /proc/self/fd/${fd} >/dev/null &`).join("\n");
    const wrapper = wrapperOf(`: >"$0.$$"\n${thieves}\nsleep 0.2`);
    onTestFinished(() => endGroups(wrapper));
    const command = commandFor("", { command: [wrapper], seconds: 1 });
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(command, options)));
    for (const { stdout } of runs) expect(withoutHint(stdout)).toBe(REFUSED);
  });

  tested("ends in time when the hook leaves its answer's pipe full and non-blocking", async () => {
    const command = commandFor("", {
      command: [process.execPath, HOOK, "a full pipe that never waits", "3"],
      seconds: 1,
    });
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(command, options)));
    for (const { stdout } of runs) expect(withoutHint(stdout)).toBe(REFUSED);
  });

  tested("ends when the hook leaves its stderr full and non-blocking", async () => {
    const command = commandFor("", { command: [process.execPath, HOOK, "a full pipe that never waits", "2"] });
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(command, options)));
    for (const { stdout } of runs) expect(stdout.toString()).toBe(`${DENY}\n`);
  });

  tested("does not stop waiting because of the hook's output", async () => {
    const script = `for end in "agent-hook $$ exit 0" "$$ 0" "$PPID 0" late; do printf '\\n%s\\n' "$end" | tee /dev/stderr; done`;
    expect((await started(`${script}\nexec ${hook("deny")}`)).stdout.toString()).toBe(`${DENY}\n`);
  });

  tested.each(["STOP", "KILL"])("is not reached by SIG%s to the hook's process group", async (signal) => {
    const command = commandFor("", { command: [wrapperOf(`kill -${signal} 0`)], seconds: 1 });
    // On a busy machine, the hook is stopped before its parent continues.
    const runs = await Promise.all(Array.from({ length: 6 }, () => run(command, options)));
    for (const { stdout } of runs) expect(withoutHint(stdout)).toBe(REFUSED);
  });

  it.skipIf(path === undefined || !existsSync("/proc/self/stat")).each([
    ["parent", "SIGSTOP"],
    ["parent", "SIGKILL"],
    ["siblings", "SIGSTOP"],
    ["siblings", "SIGKILL"],
    ["siblings", "SIGTERM"],
  ])(
    "denies and leaves no process behind when the hook sends its %s %s (where /proc is)",
    async (relatives, signal) => {
      const command = commandFor("", {
        command: [process.execPath, HOOK, "a signal to its relatives", relatives, signal],
        seconds: 1,
      });
      const { stdout, stderr } = await run(command, options);
      expect(withoutHint(stdout)).toBe(REFUSED);
      for (const word of ["hook", "child"] as const) {
        await vi.waitFor(() => expect(isRunning(idIn(stderr, word))).toBe(false), 300_000);
      }
    },
  );

  tested("ends a second after the deadline when a child keeps the pipe of half an answer", async () => {
    const script = `printf '%s 9000000\n' "$AGENT_HOOK_KEY" >&3; setsid sleep 600 &\necho "child $!" >&2\nwait`;
    expect(withoutHint((await started(script, 1)).stdout)).toBe(REFUSED);
  });

  tested("lets a host write its whole call, though a child of a dead hook holds stdin", async () => {
    const command = commandFor("", { command: [wrapperOf(`sleep 600 <&0 & echo "child $!" >&2\nkill -9 $$`)] });
    const { stdout, stderr } = await run(`{ head -c 1000000 /dev/zero && echo written >&2; } | ${command}`, options);
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr).toMatch(/^written$/m);
  });

  tested("lets a host write its whole call, though a dead hook left stdin non-blocking", async () => {
    const host = "i=0; while [ $i -lt 200 ]; do head -c 5000 /dev/zero || exit; i=$((i + 1)); done; echo written >&2";
    const { stdout, stderr } = await run(`(${host}) | ${commandFor("kill -9 while it reads")}`, options);
    expect(withoutHint(stdout)).toBe(REFUSED);
    expect(stderr).toMatch(/^written$/m);
  });
});

function wrapperOf(script: string): string {
  const file = join(temporaryFolder(), "wrapper.sh");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Kills the process group of each wrapper that left a file with its process id. */
function endGroups(wrapper: string): void {
  for (const file of readdirSync(dirname(wrapper))) {
    const id = Number(extname(file).slice(1));
    if (id > 0) process.kill(-id, "SIGKILL");
  }
}
