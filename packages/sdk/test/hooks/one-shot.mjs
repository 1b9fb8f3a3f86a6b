// A hook of one call that behaves as its first argument says. It knows the launcher's wire only: the key and the length
// of the answer on descriptor 3, the answer, the exit code.
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { text } from "node:stream/consumers";

const [, , behaviour, ...args] = process.argv;
const DENY = '{"deny":"by the hook"}';
const write = (said) => {
  for (let rest = Buffer.from(said); rest.length > 0; ) rest = rest.subarray(writeSync(3, rest));
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
    // The first byte of two: the launcher's own line must not be lost behind it.
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
  "kill -9 amid the answer": () => {
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
    for (const pid of launcherShells()) process.kill(pid, "SIGKILL");
    answer(DENY);
  },
  "a signal to its parent": () => {
    const parent = process.ppid;
    // Once the launcher watches the hook, too.
    while (readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ").length < 2);
    writeSync(1, `child ${parent}\n`);
    process.kill(parent, args[0]);
    for (;;);
  },
  "its arguments": () => answer(JSON.stringify({ args })),
  "its stdin": async () => {
    const said = await text(process.stdin);
    answer(JSON.stringify({ length: said.length, end: said.slice(-3) }));
  },
  "its descriptor": () => answer(JSON.stringify({ descriptor: process.env.AGENT_HOOK_FD })),
  "a file as its answer": () => answer(readFileSync(args[0], "utf8")),
};
await behaviours[behaviour]();

/** All processes between the shell of the host and this one, and their other children. */
function launcherShells() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]));
    } catch {
      // It ended.
    }
  }
  const above = (pid) => (pid > 1 ? [pid, ...above(parents.get(pid) ?? 0)] : []);
  const argsOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const launcher = above(process.ppid).findLast((pid) => argsOf(pid)[1]?.endsWith("guard.sh"));
  return [...parents.keys()].filter((pid) => pid !== process.pid && above(pid).includes(launcher));
}
