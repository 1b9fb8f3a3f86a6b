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
  type EventParams,
  type HelloResult,
  HOOK_MODES,
  HOST_TIMEOUTS_MS,
  type HookMode,
  MAX_LINE_BYTES,
  type MethodName,
  PROTOCOL_VERSION,
  type RuntimeEventParams,
} from "@agent-hook/sdk/internal/picoclaw";
import { endTogether, HAS_GROUPS } from "@agent-hook/sdk/internal/process-group";
import { BoundedLines, FLOOD_LINES, yieldToTimers } from "./bounded-lines.js";
import { HookClient } from "./hook-client.js";
import { HookError } from "./hook-error.js";
import { StderrTail } from "./stderr-tail.js";
import { type Exit, type ShutdownTimeouts, terminate } from "./terminate.js";

/** How to start a hook. */
export interface HookProcessOptions {
  /** The hook's name in the host's config, which hello sends to the hook. */
  readonly name: string;
  /** Program and arguments, started without a shell. */
  readonly command: readonly string[];
  /** Default: the folder of this process. */
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The kinds of calls that the hook receives. Default: all. */
  readonly modes?: readonly HookMode[];
  /**
   * Whether you ask your user about a call when the answer of `approveTool` has `ask`. Otherwise, a hook with `askPerson`
   * asks a person itself. Default `false`, as in PicoClaw.
   */
  readonly asks?: boolean;
  /** Time to answer hello, in milliseconds. Default 5000. */
  readonly helloTimeoutMs?: number;
  /** A call fails if its answer has this many bytes or more, including the newline. Default 1048576, as in PicoClaw. */
  readonly maxLineBytes?: number;
  /** Called for each line of the wire in both directions, including noise. */
  readonly onLine?: (from: "host" | "hook", line: string) => void;
  readonly onStderr?: (line: string) => void;
  /** Called for output on stdout that is not a message, or that does not answer a call. */
  readonly onNoise?: (what: string) => void;
  /**
   * Starts the hook in its own process group. The group is ended when the hook or this process ends, so that no child
   * keeps running. A Ctrl-C in the terminal then does not reach the hook. Default `false`, as in PicoClaw.
   */
  readonly ownGroup?: boolean;
  /** Aborts a start that is still waiting for hello. */
  readonly signal?: AbortSignal;
}

/** Options of a call. */
export interface CallOptions {
  /** Milliseconds. Default 5000; 60000 for `approveTool`. */
  readonly timeoutMs?: number;
}

/**
 * Time to wait for the rest of the hook's output after its process has exited. A grandchild may keep stdout open for
 * longer.
 */
const FINAL_OUTPUT_MS = 200;
/**
 * Time for the system to report the exit of a process whose stdout has ended. Most hooks whose stdout has ended have
 * exited.
 */
const EXIT_REPORT_MS = 1000;

/**
 * A running hook in any language, on PicoClaw's wire. Every failure is a `HookError`; the caller decides what it means
 * for the tool.
 *
 * @example
 * const hook = await HookProcess.start({ name: "weather", command: ["node", "weather.js"] });
 * const answer = await hook.beforeTool({ tool: "get_weather", arguments: { city: "Beijing" } });
 * await hook.close();
 */
export class HookProcess {
  /** The hook's answer to hello. Hooks that use `@agent-hook/sdk` send their manifest. */
  hello: HelloResult = {};
  /** Resolves when the process has exited. */
  readonly exited: Promise<Exit>;
  /** The error that says how the process ended, once it has. Every later call fails with this error. */
  ended: HookError | undefined;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #client: HookClient;
  readonly #stderr: StderrTail;
  readonly #whenDrained: (() => void)[] = [];

  private constructor(readonly options: HookProcessOptions) {
    const { onLine, onNoise, maxLineBytes = MAX_LINE_BYTES } = options;
    this.#stderr = new StderrTail(options.onStderr);
    this.#client = new HookClient({
      label: `Hook "${options.name}" (${commandText(options.command)})`,
      onLine,
      onNoise,
      stderr: () => this.#stderr.text,
      whenRead: (callback) => {
        if (this.keepsUp(callback)) callback();
      },
      write: (text) => {
        if (child.stdin.writable) child.stdin.write(text);
      },
    });
    const child = this.#spawn();
    this.#child = child;
    const lines = new BoundedLines(maxLineBytes, (head) => {
      onNoise?.(`a line of ${maxLineBytes} bytes or more, which is too long: ${head.slice(0, 100)}`);
      this.#client.tooLong(head, maxLineBytes);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      const complete = lines.push(chunk);
      this.#client.receive(complete);
      if (complete.length > FLOOD_LINES) yieldToTimers(child.stdout);
    });
    child.stdout.on("end", () => {
      this.#client.receive(lines.end());
      // If this process was busy, the exit is only reported once the event loop has polled.
      setTimeout(() => setImmediate(() => this.#onStdoutClosed()), EXIT_REPORT_MS).unref();
    });
    child.stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    child.stderr.on("end", () => this.#stderr.end());
    // A hook that has exited no longer reads. `ended` explains this better than EPIPE.
    child.stdin.on("error", () => {});
    this.exited = this.#watch();
  }

  /** Starts the command and sends hello. Rejects with a `HookError`, after the process has exited. */
  static async start(options: HookProcessOptions): Promise<HookProcess> {
    const hook = new HookProcess(options);
    const end = () => void hook.close();
    options.signal?.addEventListener("abort", end);
    const { name, modes = [...HOOK_MODES], asks } = options;
    const params = { name, version: PROTOCOL_VERSION, modes, ...(asks ? { asks } : {}) };
    try {
      const timeoutMs = options.helloTimeoutMs ?? HOST_TIMEOUTS_MS.hello;
      hook.hello = (await hook.call("hook.hello", params, timeoutMs)) as HelloResult;
      return hook;
    } catch (error) {
      await hook.close({ endMs: 0, termMs: 0 });
      if (!(error instanceof HookError) || error.code === "spawn-failed") throw error;
      const message = `failed hook.hello: ${error.what}`;
      throw hook.#client.error("hello-failed", message, error, await hook.exited);
    } finally {
      options.signal?.removeEventListener("abort", end);
    }
  }

  beforeLlm(params: BeforeLlmParams, options?: CallOptions): Promise<BeforeLlmResult> {
    return this.call("hook.before_llm", params, options?.timeoutMs) as Promise<BeforeLlmResult>;
  }

  afterLlm(params: AfterLlmParams, options?: CallOptions): Promise<AfterLlmResult> {
    return this.call("hook.after_llm", params, options?.timeoutMs) as Promise<AfterLlmResult>;
  }

  beforeTool(params: BeforeToolParams, options?: CallOptions): Promise<BeforeToolResult> {
    return this.call("hook.before_tool", params, options?.timeoutMs) as Promise<BeforeToolResult>;
  }

  afterTool(params: AfterToolParams, options?: CallOptions): Promise<AfterToolResult> {
    return this.call("hook.after_tool", params, options?.timeoutMs) as Promise<AfterToolResult>;
  }

  approveTool(params: ApproveToolParams, options?: CallOptions): Promise<ApproveToolResult> {
    return this.call("hook.approve_tool", params, options?.timeoutMs) as Promise<ApproveToolResult>;
  }

  /** `hook.event`, as in v0.2.4 to v0.2.8. */
  event(params: EventParams): void {
    this.notify("hook.event", params);
  }

  /** `hook.runtime_event`, as in v0.2.9 and later. */
  runtimeEvent(params: RuntimeEventParams): void {
    this.notify("hook.runtime_event", params);
  }

  /** Calls a method by its name on the wire. The answer has the shape of `methods[method].result`. */
  call(method: MethodName, params: object, timeoutMs?: number): Promise<unknown> {
    const defaultMs = method === "hook.approve_tool" ? HOST_TIMEOUTS_MS.approve : HOST_TIMEOUTS_MS.intercept;
    return this.#client.call(method, params, timeoutMs ?? defaultMs);
  }

  /** Sends an event by its name on the wire. */
  notify(method: MethodName, params: object): void {
    this.#client.notify(method, params);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the hook has read approximately everything that it was sent. If not, calls back once when it has. */
  keepsUp(onReady: () => void): boolean {
    const { stdin } = this.#child;
    if (!stdin.writableNeedDrain) return true;
    if (this.#whenDrained.push(onReady) > 1) return false;
    stdin.once("drain", () => {
      for (const again of this.#whenDrained.splice(0)) again();
    });
    return false;
  }

  /**
   * Ends the process: closes stdin, waits, sends SIGTERM, waits, sends SIGKILL. Pending calls reject once it has
   * exited.
   */
  close(timeouts: ShutdownTimeouts = {}): Promise<Exit> {
    return terminate(this.#child, this.exited, timeouts);
  }

  /** Fails the pending calls of a hook that closed its stdout and so cannot answer, and ends its process. */
  #onStdoutClosed(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#client.close(this.#client.error("exited", "closed its stdout, so it cannot answer"));
    void this.close();
  }

  /**
   * Starts the process. Errors that `spawn` throws (null bytes, a command that is too long) become the same failure as
   * errors that the process object emits.
   */
  #spawn(): ChildProcessWithoutNullStreams {
    const { command, cwd, env, ownGroup = false } = this.options;
    const [program = "", ...args] = command;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        stdio: "pipe",
        detached: ownGroup && HAS_GROUPS,
      });
    } catch (cause) {
      throw this.#spawnError(cause as Error);
    }
    if (ownGroup) endTogether(child);
    // If no file descriptor is left, Node creates no pipes and reports the reason only later.
    if (child.stdin !== undefined) return child;
    child.once("error", () => {});
    throw this.#spawnError(new Error("this process cannot open more files (EMFILE, ENFILE)"));
  }

  #spawnError(cause: Error): HookError {
    const { cwd } = this.options;
    // If the folder is missing, Node's message blames the program.
    const where = cwd !== undefined && !existsSync(cwd) ? ` (its folder ${cwd} does not exist)` : "";
    return this.#client.error("spawn-failed", `could not be started: ${cause.message}${where}`, cause);
  }

  #watch(): Promise<Exit> {
    const child = this.#child;
    return new Promise((resolve) => {
      const finish = (exit: Exit, error: HookError) => {
        this.ended = error;
        this.#client.close(error);
        resolve(exit);
      };
      child.once("error", (cause) => {
        if (child.pid !== undefined) return;
        finish({ code: null, signal: null }, this.#spawnError(cause));
      });
      child.once("exit", (code, signal) => {
        const exit = { code, signal };
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        const settle = () => {
          finish(exit, this.#client.error("exited", `ended ${how}`, undefined, exit));
          // A grandchild may keep these streams open, which would keep this process running.
          child.stdout.destroy();
          child.stderr.destroy();
        };
        const timer = setTimeout(settle, FINAL_OUTPUT_MS);
        child.once("close", () => {
          clearTimeout(timer);
          settle();
        });
      });
    });
  }
}

/** Formats the command on one line. */
function commandText(command: readonly string[]): string {
  return command.map((word) => (/[\s"]|^$/.test(word) ? JSON.stringify(word) : word)).join(" ");
}
