import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/**
 * The kind of the hook's descriptors: `socket` as a host in Node uses them, `pipe` as PicoClaw (Go) uses them, `mixed`
 * for a stdout pipe and a stderr socket.
 */
export type Plumbing = "socket" | "pipe" | "mixed";

interface Started {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Starts a command with descriptors of the given kind. */
export function startProcess(command: readonly string[], plumbing: Plumbing, env: NodeJS.ProcessEnv): Started {
  const [program = "", ...args] = command;
  if (plumbing === "socket") {
    const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    return { child, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr };
  }
  const folder = mkdtempSync(join(tmpdir(), "hook-pipes-"));
  const stdin = toChild(join(folder, "stdin"));
  const stdout = fromChild(join(folder, "stdout"));
  const stderr = plumbing === "pipe" ? fromChild(join(folder, "stderr")) : undefined;
  const child = spawn(program, args, { env, stdio: [stdin.theirs, stdout.theirs, stderr?.theirs ?? "pipe"] });
  for (const end of [stdin, stdout, stderr]) if (end) closeSync(end.theirs);
  rmSync(folder, { recursive: true });
  return { child, stdin: stdin.ours, stdout: stdout.ours, stderr: stderr?.ours ?? (child.stderr as Readable) };
}

/** A pipe that a child writes to. */
export function fromChild(path: string) {
  execFileSync("mkfifo", [path]);
  const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { ours: new Socket({ fd: ours, readable: true, writable: false }), theirs: openSync(path, "w") };
}

/** A pipe that a child reads. */
export function toChild(path: string) {
  execFileSync("mkfifo", [path]);
  const keeper = openSync(path, "r+");
  const theirs = openSync(path, "r");
  const ours = new Socket({ fd: openSync(path, "w"), readable: false, writable: true });
  closeSync(keeper);
  return { ours, theirs };
}
