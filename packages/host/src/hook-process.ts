import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  type AfterLlmParams,
  type AfterLlmResult,
  type AfterToolParams,
  type AfterToolResult,
  type ApproveToolParams,
  type ApproveToolResult,
  type BeforeLlmParams,
  type BeforeLlmResult,
  type BeforeToolParams,
  type BeforeToolResult,
  describeIssues,
  type EventParams,
  type HelloResult,
  HOOK_MODES,
  HOST_TIMEOUTS_MS,
  type HookMode,
  type MethodName,
  methods,
  PROTOCOL_VERSION,
  type RuntimeEventParams,
} from "@agent-hook/protocol";
import { createPeer, ErrorReply, LineSplitter, type Peer } from "@agent-hook/sdk/wire";
import { HookProcessError, type HookProcessErrorCode } from "./hook-process-error.js";
import { StderrTail } from "./stderr-tail.js";
import { type Exit, type Patience, terminate } from "./terminate.js";

/** How to start a hook. */
export interface HookProcessOptions {
  /** The hook's name in the host's config; hello tells it to the hook. */
  readonly name: string;
  /** Program and arguments, started without a shell. */
  readonly command: readonly string[];
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the hook will be asked; default all. */
  readonly modes?: readonly HookMode[];
  /** Milliseconds; default 5000. */
  readonly helloTimeoutMs?: number;
  /** Each line of the wire, both ways, noise included. */
  readonly onLine?: (from: "host" | "hook", line: string) => void;
  readonly onStderr?: (line: string) => void;
}

/** How to ask. */
export interface CallOptions {
  /** Milliseconds; default 5000, for `approveTool` 60000. */
  readonly timeoutMs?: number;
}

/** A grandchild may hold stdout open after the hook is gone; what the hook wrote arrives within this. */
const LAST_WORDS_MS = 200;
/** A longer timer fires at once in Node. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A running hook of any language, on PicoClaw's wire. Every way to fail is a `HookProcessError`; what it means (the
 * tool runs, or not) is the caller's to decide.
 *
 * @example
 * const hook = await HookProcess.start({ name: "weather", command: ["node", "weather.js"] });
 * const answer = await hook.beforeTool({ tool: "get_weather", arguments: { city: "Beijing" } });
 * await hook.close();
 */
export class HookProcess {
  /** What the hook answered to hello; hooks of `@agent-hook/sdk` send their manifest. */
  hello: HelloResult = {};
  /** Settles when the process is gone. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #peer: Peer;
  readonly #stderr: StderrTail;
  #gone: HookProcessError | undefined;

  private constructor(readonly options: HookProcessOptions) {
    this.#stderr = new StderrTail(options.onStderr);
    const child = this.#spawn();
    this.#child = child;
    this.#peer = createPeer({
      write: (text) => {
        for (const line of text.split("\n").slice(0, -1)) options.onLine?.("host", line);
        if (child.stdin.writable) child.stdin.write(text);
      },
    });
    const splitter = new LineSplitter();
    const receive = (lines: readonly string[]) => {
      for (const line of lines) options.onLine?.("hook", line);
      this.#peer.receive(lines);
    };
    child.stdout.on("data", (chunk: Buffer) => receive(splitter.push(chunk)));
    child.stdout.on("end", () => receive(splitter.end()));
    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    child.stderr.on("end", () => this.#stderr.end());
    // A hook that is gone no longer reads; `exited` tells it better than EPIPE.
    child.stdin.on("error", () => {});
    this.exited = this.#watch();
  }

  /** Starts the command and says hello. Rejects with a `HookProcessError`; the process is gone then. */
  static async start(options: HookProcessOptions): Promise<HookProcess> {
    const hook = new HookProcess(options);
    const params = { name: options.name, version: PROTOCOL_VERSION, modes: options.modes ?? [...HOOK_MODES] };
    try {
      const timeoutMs = options.helloTimeoutMs ?? HOST_TIMEOUTS_MS.hello;
      hook.hello = (await hook.#call("hook.hello", params, timeoutMs)) as HelloResult;
      return hook;
    } catch (error) {
      await hook.close({ endMs: 0, termMs: 0 });
      if (!(error instanceof HookProcessError) || error.code === "spawn-failed") throw error;
      const message = `did not get through hello: ${error.what}`;
      throw hook.#error("hello-failed", message, error, await hook.exited);
    }
  }

  beforeLlm(params: BeforeLlmParams, options?: CallOptions): Promise<BeforeLlmResult> {
    return this.#ask("hook.before_llm", params, options) as Promise<BeforeLlmResult>;
  }

  afterLlm(params: AfterLlmParams, options?: CallOptions): Promise<AfterLlmResult> {
    return this.#ask("hook.after_llm", params, options) as Promise<AfterLlmResult>;
  }

  beforeTool(params: BeforeToolParams, options?: CallOptions): Promise<BeforeToolResult> {
    return this.#ask("hook.before_tool", params, options) as Promise<BeforeToolResult>;
  }

  afterTool(params: AfterToolParams, options?: CallOptions): Promise<AfterToolResult> {
    return this.#ask("hook.after_tool", params, options) as Promise<AfterToolResult>;
  }

  approveTool(params: ApproveToolParams, options?: CallOptions): Promise<ApproveToolResult> {
    const timeoutMs = options?.timeoutMs ?? HOST_TIMEOUTS_MS.approve;
    return this.#ask("hook.approve_tool", params, { timeoutMs }) as Promise<ApproveToolResult>;
  }

  /** `hook.event`, as v0.2.4 to v0.2.8 tell it. */
  event(params: EventParams): void {
    if (this.#gone === undefined) this.#peer.notify("hook.event", params);
  }

  /** `hook.runtime_event`, as v0.2.9 and later tell it. */
  runtimeEvent(params: RuntimeEventParams): void {
    if (this.#gone === undefined) this.#peer.notify("hook.runtime_event", params);
  }

  /** Ends the process: end of stdin, wait, SIGTERM, wait, SIGKILL. Pending calls reject when it is gone. */
  close(patience: Patience = {}): Promise<Exit> {
    this.#peer.flush();
    return terminate(this.#child, this.exited, patience);
  }

  #ask(method: MethodName, params: object, options: CallOptions = {}): Promise<unknown> {
    return this.#call(method, params, options.timeoutMs ?? HOST_TIMEOUTS_MS.intercept);
  }

  async #call(method: MethodName, params: object, timeoutMs: number): Promise<unknown> {
    if (this.#gone !== undefined) throw this.#gone;
    const asked = this.#peer.request(method, params).catch((cause: unknown) => {
      if (!(cause instanceof ErrorReply)) throw cause;
      throw this.#error("error-reply", `answered ${method} with error ${cause.code}: ${cause.message}`, cause);
    });
    const result = await this.#within(asked, method, timeoutMs);
    const spec = methods[method];
    const checked = "result" in spec ? spec.result.safeParse(result) : undefined;
    if (checked === undefined || checked.success) return result;
    const what = describeIssues(checked.error.issues, result);
    throw this.#error("bad-result", `answered ${method} wrongly: ${what}`, checked.error);
  }

  #within<T>(asked: Promise<T>, method: string, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          reject(this.#error("timeout", `did not answer ${method} in ${timeoutMs} ms`));
        },
        Math.min(timeoutMs, LONGEST_TIMER_MS),
      );
      asked.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  /** What Node throws out of `spawn` (a null byte, too long a command) is the same failure as what it emits. */
  #spawn(): ChildProcessWithoutNullStreams {
    const { command, cwd, env } = this.options;
    const [program = "", ...args] = command;
    try {
      return spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    } catch (cause) {
      throw this.#unstarted(cause as Error);
    }
  }

  #unstarted(cause: Error): HookProcessError {
    const { cwd } = this.options;
    // Node blames the program for a folder that is missing.
    const where = cwd !== undefined && !existsSync(cwd) ? ` (its folder ${cwd} does not exist)` : "";
    return this.#error("spawn-failed", `could not be started: ${cause.message}${where}`, cause);
  }

  #watch(): Promise<Exit> {
    const child = this.#child;
    return new Promise((resolve) => {
      const gone = (exit: Exit, error: HookProcessError) => {
        this.#gone = error;
        this.#peer.close(error);
        resolve(exit);
      };
      child.once("error", (cause) => {
        if (child.pid !== undefined) return;
        gone({ code: null, signal: null }, this.#unstarted(cause));
      });
      child.once("exit", (code, signal) => {
        const exit = { code, signal };
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        const settle = () => {
          gone(exit, this.#error("exited", `ended ${how}`, undefined, exit));
          // A grandchild may hold these open; they would keep this process alive.
          child.stdout.destroy();
          child.stderr.destroy();
        };
        const timer = setTimeout(settle, LAST_WORDS_MS);
        child.once("close", () => {
          clearTimeout(timer);
          settle();
        });
      });
    });
  }

  get #label(): string {
    return `Hook "${this.options.name}" (${this.options.command.join(" ")})`;
  }

  #error(code: HookProcessErrorCode, what: string, cause?: unknown, exit?: Exit): HookProcessError {
    return new HookProcessError(code, this.#label, what, {
      stderr: this.#stderr.text,
      ...(exit === undefined ? {} : { exit }),
      ...(cause === undefined ? {} : { cause }),
    });
  }
}
