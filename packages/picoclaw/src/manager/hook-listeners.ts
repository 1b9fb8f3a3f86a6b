import { AsyncLocalStorage } from "node:async_hooks";
import { entryOf, TranscriptWriter } from "@agent-hook/sdk/internal/transcript";
import type { HookReporter } from "./chain-hook.js";
import { type Report, writeReport } from "./report.js";
import { TraceStream } from "./trace-stream.js";
import { type TraceEntry, WireTrace } from "./wire-trace.js";

/** Where an agent receives information about its hooks. */
export interface ListeningOptions {
  /**
   * The path of a recording: every line between the agent and its hooks is appended to this file, without secrets. The
   * file has mode 0600. `@agent-hook/testing` replays it.
   */
  readonly transcript?: string;
  /**
   * Receives each line of the wire from the start, including hello. `trace()` has only the lines after it was called.
   */
  readonly onTrace?: (entry: TraceEntry) => void;
  /**
   * Receives each report about a hook. Default: prints the first line of the message to stderr, except for
   * `hook-failed`, which is already in the hook's log.
   */
  readonly onReport?: (report: Report) => void;
  /** Receives each line that a hook writes to stderr. Default: prints it to stderr, prefixed with the hook's name. */
  readonly onStderr?: (line: string, hook: string) => void;
}

/** Passes everything that hooks report to the agent's listeners. */
export class HookListeners {
  readonly #trace = new TraceStream<TraceEntry>();
  readonly #transcript: TranscriptWriter | undefined;
  /** The reports of the running call. */
  readonly #running = new AsyncLocalStorage<{ readonly reports: Report[]; over: boolean }>();

  /** Throws `TranscriptError` if the recording cannot be written. */
  constructor(private readonly options: ListeningOptions) {
    const { transcript } = options;
    if (transcript === undefined) return;
    this.#transcript = new TranscriptWriter(transcript, (cause) => {
      this.report({ hook: "*", kind: "transcript-stopped", message: cause.message, cause });
    });
  }

  /** Runs a call. Returns its value and the reports that were made during the call. */
  async during<Value>(call: () => Promise<Value>): Promise<{ value: Value; reports: readonly Report[] }> {
    const outer = this.#running.getStore();
    const running = { reports: [] as Report[], over: false };
    try {
      const value = await this.#running.run(running, call);
      return { value, reports: running.reports };
    } finally {
      running.over = true;
      outer?.reports.push(...running.reports);
    }
  }

  report(report: Report): void {
    const running = this.#running.getStore();
    // Reports of work that continues after its call, such as a probe, are not part of the call's result.
    if (running?.over === false) running.reports.push(report);
    callSafely(() => (this.options.onReport ?? writeReport)(report));
  }

  trace(): AsyncIterableIterator<TraceEntry, undefined, undefined> {
    return this.#trace.read();
  }

  /** Returns the reporter of one hook. */
  reporterFor(hook: string): HookReporter {
    const wire = new WireTrace(hook);
    const onStderr = this.options.onStderr ?? ((line) => process.stderr.write(`${hook}: ${line}\n`));
    const { onTrace } = this.options;
    const now = () => new Date().toISOString();
    return {
      report: (report) => this.report(report),
      onLine: (from, line) => {
        if (this.#trace.isRead || onTrace !== undefined) {
          const entry = wire.entry(from, line);
          this.#trace.push(entry);
          callSafely(() => onTrace?.(entry));
        }
        this.#transcript?.write(entryOf(from, line, { hook, at: now() }));
      },
      onStderr: (line) => callSafely(() => onStderr(line, hook)),
      onExit: ({ code, signal }) => {
        const end = signal === null ? { exit: code ?? 0 } : { signal };
        this.#transcript?.write({ from: "hook", hook, at: now(), ...end });
      },
    };
  }

  close(): void {
    this.#trace.close();
    this.#transcript?.close();
  }
}

/**
 * Runs a callback of the agent. An error that it throws is only printed: it must not decide a call, or end the agent if
 * a timer runs the callback.
 */
function callSafely(callback: () => unknown): void {
  const onError = (error: unknown) => {
    process.stderr.write(`[agent-hook] a callback of the agent threw: ${String(error)}\n`);
  };
  try {
    const result = callback();
    if (result instanceof Promise) result.catch(onError);
  } catch (error) {
    onError(error);
  }
}
