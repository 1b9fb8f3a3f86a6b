import { EventEmitter, once } from "node:events";
import { Readable, Writable } from "node:stream";
import { run } from "./built-run.mjs";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdin?: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built `agent-hook` in this process, one run at a time. Loading its modules takes ten times as long as most
 * commands, and here it happens once for all tests of a file.
 */
export function runHere(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const result = last.then(() => runNow(args, options));
  last = result.catch(() => {});
  return result;
}

async function runNow(args: readonly string[], { env = {}, cwd, stdin = "" }: RunOptions): Promise<CommandResult> {
  const before = { env: { ...process.env }, cwd: process.cwd(), listeners: listeners() };
  const stdout = new Collector();
  const stderr = new Collector();
  const exit = new EventEmitter();
  const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr };
  const originals = ["stdin", "stdout", "stderr", "exit"].map((name) => {
    return [name, Object.getOwnPropertyDescriptor(process, name) ?? {}] as const;
  });
  setEnvironment({ ...before.env, ...env });
  if (cwd !== undefined) process.chdir(cwd);
  for (const [name, value] of Object.entries(streams)) define(name, value);
  define("exit", (code = 0) => {
    exit.emit("exit", code);
    throw new Error("process.exit() ended the program");
  });
  try {
    const exited = once(exit, "exit").then(([code]) => code as number);
    const code = await Promise.race([exited, run(args)]);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    endListeners(before.listeners);
    for (const [name, descriptor] of originals) Object.defineProperty(process, name, descriptor);
    process.chdir(before.cwd);
    setEnvironment(before.env);
  }
}

/** Collects what is written, like a pipe. */
class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(process, name, { value, configurable: true, writable: true });
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

type Listeners = ReadonlyMap<string | symbol, readonly unknown[]>;

function listeners(): Listeners {
  return new Map(process.eventNames().map((name) => [name, process.rawListeners(name as "exit")]));
}

/** Removes the listeners that the program added, and calls those that wait for the end of its process. */
function endListeners(before: Listeners): void {
  for (const name of process.eventNames()) {
    for (const listener of process.rawListeners(name as "exit")) {
      if (before.get(name)?.includes(listener)) continue;
      process.removeListener(name as "exit", listener as () => void);
      if (name === "exit") (listener as (code: number) => void).call(process, 0);
    }
  }
}
