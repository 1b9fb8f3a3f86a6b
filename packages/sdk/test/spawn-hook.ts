import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { RUNTIME } from "./runtime.js";
import { type Plumbing, startProcess } from "./start-process.js";

export type Id = string | number | null;
export type Fields = Record<string, unknown>;

/** A result of any point, as PicoClaw reads it. */
export interface Result extends Fields {
  readonly action?: string;
  readonly reason?: string;
  readonly approved?: boolean;
  readonly request?: Fields;
  readonly response?: Fields;
  readonly call?: Fields;
  readonly result?: Fields;
}

export interface Answer {
  readonly jsonrpc: string;
  readonly id: Id;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface SpawnOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly plumbing?: Plumbing;
}

export type RunningHook = ReturnType<typeof spawnHook>;

/** Starts a file from `hooks/` as a host does, and kills it when the test ends. */
export function spawnHook(file: string, { args = [], env = {}, plumbing = "socket" }: SpawnOptions = {}) {
  const path = fileURLToPath(new URL(`hooks/${file}`, import.meta.url));
  const started = startProcess([...RUNTIME, path, ...args], plumbing, { ...process.env, ...env });
  const { child, stdin, stdout, stderr } = started;
  const lines: string[] = [];
  const answers: Answer[] = [];
  const byId = new Map<string, Answer[]>();
  const waiting = new Set<() => void>();
  const log: string[] = [];
  let rest = Buffer.alloc(0);
  let ended: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  let nextId = 1;

  const news = () => {
    for (const look of waiting) look();
  };
  stdin.on("error", () => {});
  stdout.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      take(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
    }
    news();
  });
  stderr.on("data", (chunk: Buffer) => {
    log.push(chunk.toString());
    news();
  });
  const exit = Promise.all([once(child, "exit"), once(stdout, "close"), once(stderr, "close")]).then(
    ([[code, signal]]) => {
      ended = { code, signal };
      news();
      return ended;
    },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  function take(line: string) {
    lines.push(line);
    const answer = parsed(line);
    if (answer === undefined) return;
    answers.push(answer);
    const key = JSON.stringify(answer.id);
    const earlier = byId.get(key);
    if (earlier) earlier.push(answer);
    else byId.set(key, [answer]);
  }

  /** Waits until `look` finds something. Rejects if the hook ends first. */
  function until<T>(look: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found === undefined && ended === undefined) return;
        waiting.delete(check);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${file} ended (${JSON.stringify(ended)}) before ${what}\n${log.join("").slice(-4000)}`));
      };
      waiting.add(check);
      check();
    });
  }

  const hook = {
    child,
    /** The raw streams, for a host that disappears. */
    streams: { stdout, stderr },
    /** Every line of stdout, both answers and noise. */
    lines,
    /** Every answer on stdout, in order. */
    answers,
    /** How the process ended, once both of its streams are read. */
    exit,
    /** Returns all stderr text so far. */
    stderr: () => log.join(""),
    until,
    /** Writes bytes unchanged. Resolves when the pipe has accepted them. */
    write: (data: string | Uint8Array) => new Promise<void>((resolve) => stdin.write(data, () => resolve())),
    send: (message: unknown) => hook.write(`${JSON.stringify(message)}\n`),
    notify: (method: string, params: unknown) => hook.send({ jsonrpc: "2.0", method, params }),
    answersTo: (id: Id) => byId.get(JSON.stringify(id)) ?? [],
    /** Waits for the answer to an id. */
    answer: (id: Id) => until(() => hook.answersTo(id)[0], `it answered ${JSON.stringify(id)}`),
    /** Sends a call and waits for the whole answer. */
    ask: (method: string, params: unknown, id: Id = nextId++) => {
      hook.send({ jsonrpc: "2.0", id, method, params });
      return hook.answer(id);
    },
    /** Sends a call and waits for its result. Throws on an error. */
    call: async (method: string, params: unknown, id: Id = nextId++): Promise<Result> => {
      const { result, error } = await hook.ask(method, params, id);
      if (result === undefined)
        throw new Error(`${method} was answered with ${JSON.stringify(error)}\n${hook.stderr()}`);
      return result;
    },
    hello: (modes: readonly string[] = ["observe", "llm", "tool", "approve"]) =>
      hook.ask("hook.hello", { name: "probe", version: 1, modes }),
    /** Waits for a text on stderr and returns the match. */
    logged: (pattern: RegExp) => until(() => pattern.exec(hook.stderr()) ?? undefined, `stderr has ${pattern}`),
    /** Sends a signal and waits for the end. */
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return exit;
    },
    /** Closes stdin and waits for the end. */
    end: () => {
      stdin.end();
      return exit;
    },
  };
  return hook;
}

/** Starts a hook and completes the handshake. */
export async function spawnReady(file: string, options: SpawnOptions = {}): Promise<RunningHook> {
  const hook = spawnHook(file, options);
  const { error } = await hook.hello();
  if (error) throw new Error(`hello was answered with ${error.message}\n${hook.stderr()}`);
  return hook;
}

function parsed(line: string): Answer | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && value !== null && "id" in value ? value : undefined;
  } catch {
    return undefined;
  }
}
