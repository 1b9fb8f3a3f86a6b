import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LineSplitter } from "@agent-hook/sdk/internal/wire";
import { type Plumbing, startProcess } from "../../sdk/test/start-process.js";

export interface HookProcessOptions {
  readonly plumbing: Plumbing;
  readonly nodeOptions?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each line of stdout. */
  onLine(line: string): void;
}

/** A hook from `hooks/` and its raw wire. */
export class HookProcess {
  /** Rejects if the process ends before `end` or `kill`, or if `onLine` throws. */
  readonly failed: Promise<never>;
  #fail!: (error: Error) => void;
  #ending = false;
  #stderr = "";
  readonly #started: ReturnType<typeof startProcess>;
  readonly #closed: Promise<unknown>;

  constructor(file: string, { plumbing, nodeOptions = [], args = [], env = {}, onLine }: HookProcessOptions) {
    const path = fileURLToPath(new URL(`../hooks/${file}`, import.meta.url));
    const command = [process.execPath, ...nodeOptions, path, ...args];
    this.#started = startProcess(command, plumbing, { ...process.env, ...env });
    const { child, stdin, stdout, stderr } = this.#started;
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
    const splitter = new LineSplitter();
    stdout.on("data", (chunk: Buffer) => {
      try {
        for (const line of splitter.push(chunk)) onLine(line);
      } catch (error) {
        this.#fail(error as Error);
      }
    });
    stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-4000);
    });
    stdin.on("error", () => {});
    child.once("exit", (code, signal) => {
      if (!this.#ending) this.#fail(new Error(`the hook ended with ${signal ?? code}\n${this.#stderr}`));
    });
    this.#closed = Promise.all([once(child, "exit"), once(stdout, "close"), once(stderr, "close")]);
  }

  /** Resolves when more can be written. The hook reads more slowly than we write. */
  async write(bytes: Uint8Array | string): Promise<void> {
    const { stdin } = this.#started;
    if (!stdin.write(bytes)) await this.unlessFailed(once(stdin, "drain"));
  }

  unlessFailed<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.failed]);
  }

  /** Ends stdin. The hook must then exit with code 0. */
  async end(): Promise<void> {
    this.#ending = true;
    const { child, stdin } = this.#started;
    stdin.end();
    await this.unlessFailed(this.#closed);
    if (child.exitCode !== 0) throw new Error(`the hook ended with ${child.signalCode ?? child.exitCode}`);
  }

  /** Kills the process in any state, so that it does not outlive the test. */
  kill(): void {
    this.#ending = true;
    this.#started.child.kill("SIGKILL");
  }
}
