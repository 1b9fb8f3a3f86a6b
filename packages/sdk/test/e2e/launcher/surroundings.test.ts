import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { launcherPath } from "../../../src/launcher/index.js";
import { DENIALS } from "../../docker-agent/denials.js";
import { find } from "../../launcher/find-program.js";
import { commandFor, idIn, isRunning, type RunOptions, run, withoutHint } from "../../launcher/run-launcher.js";
import { SCRIPT_SHELLS } from "../../launcher/shells.js";
import { temporaryFolder } from "../../launcher/temporary-folder.js";

const DENY = '{"deny":"by the hook"}';
const DENIED = [DENY, DENIALS.denials.pre_tool_use];
/** Another user's processes are needed to have few. */
const setpriv = process.getuid?.() === 0 && find("prlimit") !== undefined ? find("setpriv") : undefined;
const LIMITS = Array.from({ length: 26 }, (_, index) => index + 5);
const perl = find("perl");
/** Takes at once what the deadline frees: a fork of Node would be too slow. Not in the hook's group. Ends by itself. */
const USES_UP_PROCESSES = `
use POSIX;
if (!fork) {
  setsid;
  while (time < $^T + 60) {
    my $child = fork;
    if (defined $child && !$child) { sleep 60; exit }
  }
  exit;
}
sleep 600;
`;

const yash = find("yash");

it.skipIf(yash === undefined)(
  "a shell that has no printf without a PATH does not run the launcher: the host denies",
  async () => {
    const sh = join(temporaryFolder(), "sh");
    symlinkSync(yash as string, sh);
    const { stdout, code } = await run(commandFor("deny"), { sh, env: { PATH: "" } });
    expect([withoutHint(stdout), code]).toEqual([DENIALS.denials.pre_tool_use, 0]);
  },
);

describe.each(SCRIPT_SHELLS)("the launcher in $name", ({ name, path }) => {
  const tested = it.skipIf(path === undefined);
  const options: RunOptions = path === undefined ? {} : { sh: path };

  tested("denies with any limit of descriptors, and executes no part of the call", async () => {
    const planted = join(temporaryFolder(), "planted");
    const stdin = JSON.stringify({ tool_input: { command: `echo $(touch ${planted})` }, more: "\ntouch planted\n" });
    const answers = await Promise.all(
      LIMITS.map(async (limit) => {
        const { stdout } = await run(`ulimit -n ${limit}; ${commandFor("deny")}`, { ...options, stdin });
        return { limit, isDenied: DENIED.includes(withoutHint(stdout)) };
      }),
    );
    expect(answers.filter(({ isDenied }) => !isDenied)).toEqual([]);
    expect(existsSync(planted)).toBe(false);
  });

  // Where they start no more processes, bash tries again for 15 s, and zsh may end without its EXIT trap.
  const isBoundToFork = name === "bash" || name === "zsh";
  it.skipIf(path === undefined || setpriv === undefined || isBoundToFork)(
    "denies once with any limit of the user's processes",
    async () => {
      const { sh, launcher, callerOf } = forOtherUsers(path as string);
      const command = commandFor("", { launcher, command: ["/bin/sleep", "600"], seconds: 1 });
      const first = 100_000 + Math.floor(Math.random() * 900_000);
      const answers = await Promise.all(
        LIMITS.map(async (limit) => {
          const user = first + limit;
          const caller = callerOf(user, limit - 3);
          // Without a watch, the hook and its supervisor may live on, with what they inherited.
          const { stdout } = await run(command, { sh, caller, hasThird: false });
          return { limit, isDenied: DENIED.includes(withoutHint(stdout)) };
        }),
      );
      expect(answers.filter(({ isDenied }) => !isDenied)).toEqual([]);
    },
  );

  it.skipIf(path === undefined || setpriv === undefined || perl === undefined || !isBoundToFork)(
    "denies in time for a hook that uses up the processes of its user",
    async () => {
      const { folder, sh, launcher, callerOf } = forOtherUsers(path as string);
      const hook = join(folder, "hook.pl");
      writeFileSync(hook, USES_UP_PROCESSES);
      const user = 1_100_000 + Math.floor(Math.random() * 900_000);
      const caller = callerOf(user, 100);
      onTestFinished(() => {
        // All of this user's.
        execFileSync("/bin/sh", ["-c", `${asUser(user)} /bin/sh -c 'kill -KILL -1'; :`]);
      });
      const command = commandFor("", { launcher, command: [perl as string, hook], seconds: 3 });
      // Without what the host's command does when the launcher has failed, which is too late by then.
      const launched = command.slice(0, command.indexOf(" || "));
      const { stdout } = await run(launched, { sh, caller, hasThird: false });
      expect(withoutHint(stdout)).toBe(DENIALS.denials.pre_tool_use);
    },
  );

  tested("denies for a hook that kills its process group when the environment names bash", async () => {
    const killer = commandFor("", { command: ["/bin/sh", "-c", "kill -KILL 0"] });
    const { stdout } = await run(killer, { ...options, env: { ...process.env, BASH_VERSION: "5.2" } });
    expect(DENIED).toContain(withoutHint(stdout));
  });

  tested("denies when the environment limits the depth of function calls", async () => {
    for (const depth of ["1", "2", "3"]) {
      const { stdout } = await run(commandFor("deny"), { ...options, env: { ...process.env, FUNCNEST: depth } });
      expect(DENIED, depth).toContain(withoutHint(stdout));
    }
  });

  tested("forwards the hook's answer when the environment limits the time that bash reads", async () => {
    const hook = commandFor("deny");
    const { stdout } = await run(hook, { ...options, env: { ...process.env, TMOUT: "0.001" } });
    expect(stdout.toString().trimEnd()).toBe(DENY);
  });

  tested("answers in time and kills the hook without /proc", async () => {
    const launcher = join(temporaryFolder(), "guard.sh");
    writeFileSync(launcher, readFileSync(launcherPath(), "utf8").replaceAll("/proc/", "/nowhere/"));
    const command = ["/bin/sh", "-c", 'echo "hook $$" >&2; exec sleep 600'];
    const hanging = commandFor("", { launcher, command, seconds: 1 });
    const runs = await Promise.all(Array.from({ length: 3 }, () => run(hanging, options)));
    for (const { stdout, stderr } of runs) {
      expect(withoutHint(stdout)).toBe(DENIALS.denials.pre_tool_use);
      await vi.waitFor(() => expect(isRunning(idIn(stderr, "hook"))).toBe(false), 300_000);
    }
    expect((await run(commandFor("deny", { launcher }), options)).stdout.toString().trimEnd()).toBe(DENY);
  });

  tested("denies in time with little memory", async () => {
    const hanging = commandFor("", { command: ["/bin/sleep", "600"], seconds: 1 });
    const { stdout } = await run(`ulimit -d 1000; ${hanging}`, options);
    expect(DENIED).toContain(withoutHint(stdout));
  });
});

/** Copies the launcher and links the shell into a folder that another user can read. */
function forOtherUsers(shell: string) {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [sh, launcher] = [join(folder, "sh"), join(folder, "guard.sh")] as const;
  symlinkSync(realpathSync(shell), sh);
  copyFileSync(launcherPath(), launcher);
  const callerOf = (user: number, processes: number): string => {
    const caller = join(folder, `caller-${user}`);
    writeFileSync(caller, `#!/bin/sh\nexec ${asUser(user)} prlimit --nproc=${processes} /bin/sh "$@"\n`, {
      mode: 0o755,
    });
    return caller;
  };
  return { folder, sh, launcher, callerOf };
}

function asUser(user: number): string {
  return `${setpriv} --reuid ${user} --regid ${user} --clear-groups`;
}
