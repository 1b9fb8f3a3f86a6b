import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { temporaryFolder, undoAtExit } from "./leftovers.js";
import { onHookCore } from "./pinning.js";

/** Kernel clock ticks per second in /proc; 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** A hook process as PicoClaw starts it: its stdout is a pipe, whereas Node's `spawn` would make it a socket. */
export class MeasuredHook {
  private constructor(
    private readonly child: ChildProcess,
    readonly stdout: Socket,
    /** Time of the start, as `performance.now()` reports it. */
    readonly startedAt: number,
  ) {}

  static start(command: readonly string[]): MeasuredHook {
    const { path: folder, remove } = temporaryFolder();
    const pipe = join(folder, "stdout");
    execFileSync("mkfifo", [pipe]);
    const readEnd = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(pipe, constants.O_WRONLY);
    const [program = "", ...args] = onHookCore(command);
    const startedAt = performance.now();
    const child = spawn(program, args, { stdio: ["pipe", writeEnd, "inherit"] });
    child.once(
      "exit",
      undoAtExit(() => child.kill("SIGKILL")),
    );
    closeSync(writeEnd);
    remove();
    return new MeasuredHook(child, new Socket({ fd: readEnd, readable: true, writable: false }), startedAt);
  }

  get stdin(): Writable {
    return this.child.stdin as Writable;
  }

  /** CPU time so far, in milliseconds. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  /** Resident memory, in MB. */
  memoryMb(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Ends the process by closing its stdin. */
  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.stdin.end();
    await gone;
    this.stdout.destroy();
  }
}
