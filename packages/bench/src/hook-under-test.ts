import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NEWLINE = 0x0a;
/** The kernel's clock ticks a second in /proc; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** The hook's core; the driver runs on the other one. */
export const HOOK_CORE = 1;
export const canPin = spawnSync("taskset", ["--version"]).status === 0;

/** A hook process as PicoClaw starts it: its stdout is a pipe, which Node's own `spawn` would make a socket. */
export class HookUnderTest {
  #buffered: Buffer[] = [];
  #answers = 0;
  #wake: (() => void) | undefined;

  private constructor(
    readonly process: ChildProcess,
    private readonly stdout: Socket,
  ) {
    stdout.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.#answers++;
      this.#buffered = [chunk];
      this.#wake?.();
    });
  }

  /** `through` is the command that stands in for the hook's. */
  static start(hook: string, args: readonly string[] = [], through: readonly string[] = []): HookUnderTest {
    const folder = mkdtempSync(join(tmpdir(), "agent-hook-bench-"));
    const pipe = join(folder, "stdout");
    execFileSync("mkfifo", [pipe]);
    const readEnd = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(pipe, constants.O_WRONLY);
    const file = fileURLToPath(new URL(`hooks/${hook}.js`, import.meta.url));
    const pinned = canPin ? ["taskset", "-c", String(HOOK_CORE)] : [];
    const [program = "", ...rest] = [...through, ...pinned, process.execPath, file, ...args];
    const child = spawn(program, rest, { stdio: ["pipe", writeEnd, "inherit"] });
    closeSync(writeEnd);
    rmSync(folder, { recursive: true });
    return new HookUnderTest(child, new Socket({ fd: readEnd, readable: true, writable: false }));
  }

  /** Sends text and waits until so many more answers have come. */
  async exchange(text: string | Buffer, answers = 1): Promise<void> {
    const until = this.#answers + answers;
    this.process.stdin?.write(text);
    while (this.#answers < until) await new Promise<void>((wake) => (this.#wake = wake));
  }

  get lastAnswer(): string {
    return Buffer.concat(this.#buffered).toString();
  }

  /** CPU time so far, in milliseconds. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  /** Resident memory, in MB. */
  memoryMb(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.stdin?.end();
    await gone;
    this.stdout.destroy();
  }
}
