import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { TrustQuestion } from "../../host-tools/install.js";

/** Why the app server did not do what it was asked, as the rest of a sentence about Codex. */
export class AppServerError extends Error {}

/** How to start the app server. */
export interface AppServerOptions {
  /** The path of the installed program. */
  readonly program: string;
  readonly args?: readonly string[];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** The app server of the installed Codex, which answers JSON-RPC requests, one per line. It ends when it is disposed. */
export interface AppServer extends AsyncDisposable {
  /** Sends a request. Rejects with an `AppServerError` if the server does not answer. */
  ask(method: string, params: object): Promise<Answer>;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

const LIMIT_MS = 15_000;

const GREETING = [
  { id: 0, method: "initialize", params: { clientInfo: { name: "agent-hook", version: "1" } } },
  { method: "initialized" },
];

/** Lets the installed Codex work in the user's own settings. Returns why it failed, or `undefined`. */
export async function withServer(
  { program, machine: { folder, env }, signal }: TrustQuestion,
  work: (server: AppServer) => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    await using server = startAppServer({ program, folder, env, signal });
    return await work(server);
  } catch (error) {
    if (error instanceof AppServerError) return error.message;
    throw error;
  }
}

export function startAppServer({ program, args = [], folder, env, signal }: AppServerOptions): AppServer {
  const child = spawn(program, ["app-server", ...args], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  const silent = new AbortController();
  const giveUp = (reason: string) => silent.abort(new AppServerError(reason));
  const stop = (reason: string) => {
    giveUp(reason);
    kill();
  };
  const limit = setTimeout(stop, LIMIT_MS, `it did not answer within ${LIMIT_MS / 1000} s`);
  const abort = () => stop("it was interrupted");
  signal.addEventListener("abort", abort);
  child.once("error", ({ message }) => giveUp(message));
  // If the process has ended, the end of its output already reports it.
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout })
    .on("line", receive)
    .once("close", () => giveUp("it exited without an answer"));
  GREETING.forEach(send);
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(silent.signal.reason);
        if (silent.signal.aborted) return fail();
        silent.signal.addEventListener("abort", fail, { once: true });
        const id = waiting.size + 1;
        waiting.set(id, resolve);
        send({ id, method, params });
      }),
    async [Symbol.asyncDispose]() {
      // Codex exits at the end of its input.
      child.stdin.end();
      await exited;
      clearTimeout(limit);
      signal.removeEventListener("abort", abort);
      kill();
    },
  };

  function send(message: object): void {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  function receive(line: string): void {
    try {
      const { id, ...answer } = JSON.parse(line);
      waiting.get(id)?.(answer);
    } catch {
      // Not a message.
    }
  }

  /** Also ends the processes that Codex started. */
  function kill(): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
