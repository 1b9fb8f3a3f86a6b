// guard.mjs MODE HOST EVENT SECONDS PROGRAM [ARG...]
//
// The launcher for Windows, with the promise of guard.sh: the host receives a complete answer of the hook, or its own
// denial (MODE block) or nothing (MODE continue). Any other exit code than 0 means that this launcher has failed. The
// host's command then denies.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type Answered, answerFor } from "./failed-hook.js";
import { runHook } from "./run-hook.js";

/** How long a killed hook may take to end. */
const END_MS = 2_000;
/** How long a host may go on writing its call. Some hosts do not close stdin. */
const INPUT_MS = 500;
/** How long the report may take. It ends with this process: some hosts do not read stderr. */
const REPORT_MS = 2_000;

/** The exit code, once the host has its answer. Another one would print a second answer. */
let answeredCode: number | undefined;

async function main(): Promise<number> {
  const [mode = "", host = "", event = "", seconds, ...command] = process.argv.slice(2);
  const start = { mode, host, event, command };
  if (command.length === 0) {
    return reported(answerFor({ ...start, problem: "expected MODE HOST EVENT SECONDS PROGRAM" }));
  }
  const { answer, ended } = runHook({ event, seconds: Number(seconds), command });
  const result = await answer;
  if ("problem" in result) {
    const code = await reported(answerFor({ ...start, problem: result.problem }));
    await Promise.race([ended, wait(END_MS)]);
    return code;
  }
  if (result.document !== "") writeAll(Buffer.from(`${result.document}\n`));
  answeredCode = 0;
  return 0;
}

function writeAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/**
 * Writes the report to stderr in another process. A write of this one would wait for a host that does not read stderr,
 * and Node does not exit before its writes have ended.
 */
async function reported({ code, report }: Answered): Promise<number> {
  answeredCode = code;
  const write = "process.stderr.write(process.argv[1])";
  const child = spawn(process.execPath, ["-e", write, report], { stdio: ["ignore", "ignore", 2], windowsHide: true });
  await Promise.race([once(child, "exit").catch(() => {}), wait(REPORT_MS)]);
  return code;
}

/** Reads the rest of the call: a host that cannot write it may treat the hook as broken, and continue. */
async function drain(): Promise<void> {
  const { stdin } = process;
  if (stdin.readableEnded || stdin.destroyed) return;
  stdin.resume();
  await Promise.race([once(stdin, "end").catch(() => {}), wait(INPUT_MS)]);
}

try {
  const code = await main();
  await drain();
  // Not `process.exitCode`: a child of the hook, or a host that keeps stdin open, must not keep this process running.
  process.exit(code);
} catch {
  process.exit(answeredCode ?? 2);
}
