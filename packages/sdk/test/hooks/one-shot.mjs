// A one-shot hook that behaves as its first argument says. It supports only the launcher's wire: the key and the length
// of the answer on descriptor 3, the answer, the exit code.
import { spawn, spawnSync } from "node:child_process";
import { openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { text } from "node:stream/consumers";

const [, , behaviour, ...args] = process.argv;
const DENY = '{"deny":"by the hook"}';
// Deno opens an inherited descriptor by its path only.
const third = process.versions.deno === undefined ? 3 : openSync("/dev/fd/3", "w");
const write = (output) => {
  for (let rest = Buffer.from(output); rest.length > 0; ) rest = rest.subarray(writeSync(third, rest));
};
const key = process.env.AGENT_HOOK_KEY;
const answer = (document, length = Buffer.byteLength(document ?? "")) =>
  write(document === undefined ? `${key} 0\n` : `${key} ${length}\n${document}\n`);
const kill = () => process.kill(process.pid, "SIGKILL");
const idle = "setInterval(() => {}, 1e6)";

const behaviours = {
  deny: () => answer(DENY),
  "deny with noise": () => {
    console.log("a word of its own");
    process.stderr.write("half a line");
    spawnSync("/bin/sh", ["-c", "echo of a child; echo of a child >&2"], { stdio: "inherit" });
    answer(DENY);
    // The first of two bytes. The launcher's own line must not be lost after it.
    process.stdout.write(Buffer.from([0xc3]));
  },
  "no opinion": () => answer(),
  "no opinion with noise": () => {
    console.log("a word");
    answer();
  },
  "a throw": () => {
    throw new Error("broken");
  },
  "process.exit(0) at once": () => process.exit(0),
  "kill -9": kill,
  "kill -9 in the middle of the answer": () => {
    write(`${key} ${DENY.length}\n${DENY.slice(0, 9)}`);
    kill();
  },
  "an answer without the key": () => write(`${DENY.length}\n${DENY}\n`),
  "an answer that is shorter than it says": () => answer(DENY, DENY.length + 1),
  "an answer with NUL bytes": () => answer('{"deny\0":"by the hook"}'),
  "an answer and exit 1": () => {
    answer(DENY);
    process.exitCode = 1;
  },
  "an answer that is not JSON": () => answer("allowed"),
  "two answers": () => {
    answer(DENY);
    answer(DENY);
  },
  "an endless loop": () => {
    for (;;);
  },
  "SIGSTOP of itself": () => process.kill(process.pid, "SIGSTOP"),
  "exit 14": () => process.exit(14),
  "a child left alive": () => {
    const child = spawn(process.execPath, ["-e", idle], { stdio: ["ignore", "inherit", "inherit"] });
    console.log(`child ${child.pid}`);
    answer(DENY);
    child.unref();
  },
  "a child left alive and kill -9": () => {
    const child = spawn(process.execPath, ["-e", idle], { stdio: ["ignore", "inherit", "inherit"] });
    writeSync(1, `child ${child.pid}\n`);
    kill();
  },
  "the launcher killed -9": () => {
    for (const pid of launcherShells()) process.kill(Number(pid), "SIGKILL");
    answer(DENY);
  },
  "a signal to its relatives": () => {
    const [relatives, signal] = args;
    const { pid, ppid } = process;
    writeSync(1, `hook ${pid}\nchild ${ppid}\n`);
    const children = readFileSync(`/proc/${ppid}/task/${ppid}/children`, "utf8").trim().split(" ").map(Number);
    const others = relatives === "parent" ? [ppid] : children.filter((child) => child !== pid);
    for (const other of others) process.kill(other, signal);
    for (;;);
  },
  "a full pipe that never waits": () => {
    const descriptor = Number(args[0]);
    const child = spawn(process.execPath, ["-e", idle], { stdio: ["ignore", "inherit", "inherit", 3] });
    writeSync(1, `child ${child.pid}\n`);
    if (descriptor !== 3) answer(DENY);
    // A socket sets O_NONBLOCK for every process that shares the pipe.
    new Socket({ fd: descriptor });
    for (let refused = 0; refused < 100; ) {
      try {
        writeSync(descriptor, "x\n".repeat(2048));
      } catch {
        refused += 1;
      }
    }
    process.exit(0);
  },
  "its arguments": () => answer(JSON.stringify({ args })),
  "kill -9 while it reads": () => process.stdin.once("data", kill),
  "its stdin": async () => {
    const input = await text(process.stdin);
    answer(JSON.stringify({ length: input.length, end: input.slice(-3) }));
  },
  "its descriptor": () => answer(JSON.stringify({ descriptor: process.env.AGENT_HOOK_FD })),
  "a file as its answer": () => answer(readFileSync(args[0], "utf8")),
};
await behaviours[behaviour]();

/** Finds the launcher's shells, whatever their parents. They were started with this hook's arguments. */
function launcherShells() {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return args[3]?.endsWith("guard.sh") && args.includes(behaviour);
    } catch {
      // The process has ended.
      return false;
    }
  });
}
