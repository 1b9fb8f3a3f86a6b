import { readManifest } from "../config/read-manifest.js";
import type { HookSummary } from "../host-config/index.js";
import type { OnReport } from "./dev-report.js";
import type { Handshake } from "./handshake.js";
import { HookVersion } from "./hook-version.js";
import { configNotes, toolsChanged } from "./manifest-changes.js";
import type { Id } from "./message.js";
import type { ProcessWatch } from "./process-watch.js";
import type { Router } from "./router.js";
import { WatchedFiles } from "./watched-files.js";

/** A reload waits for this time without a change: an editor may write a file in several steps, or several files. */
const SETTLE_MS = 50;
/** The time of a new version to describe itself, and to answer the handshake. */
const START_TIMEOUT_MS = 30_000;

export interface ReloaderOptions {
  readonly command: readonly [string, ...string[]];
  /** More files and folders to watch. */
  readonly watch: readonly string[];
  readonly router: Router;
  readonly handshake: Handshake;
  readonly processWatch: ProcessWatch;
  readonly onReport: OnReport;
}

/** Starts a new version of the hook after each change of its files, and lets it take over if it works. */
export class Reloader {
  readonly #files: WatchedFiles;
  readonly #changed = new Set<string>();
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The reload that runs or waits. A newer change aborts it. */
  #attempt: AbortController | undefined;
  /** Settles when the last reload has ended. They run one after the other. */
  #last = Promise.resolve();
  readonly #ending = new AbortController();
  /** The manifest of the version that runs. Hooks without the SDK have none. */
  #manifest: HookSummary | undefined;

  constructor(private readonly options: ReloaderOptions) {
    this.#files = new WatchedFiles(options.command, options.watch, (files) => this.#onChange(files));
  }

  /** Starts the first version. Rejects with a `CommandError` if the program is missing. */
  async start(): Promise<void> {
    const { command, router, processWatch } = this.options;
    const since = Date.now();
    router.takeOver(await HookVersion.start(command, processWatch));
    void this.#files.refresh(since);
    // A hook without the SDK does not describe itself, nor does one whose file was changed in the meantime.
    this.#last = this.#describe(this.#ending.signal).then(
      (manifest) => this.#use(manifest),
      () => {},
    );
  }

  stop(): void {
    this.#files.close();
    clearTimeout(this.#timer);
    this.#ending.abort();
    this.#attempt?.abort();
  }

  #onChange(files: readonly string[]): void {
    if (this.#changed.size === 0) this.#since = performance.now();
    for (const file of files) this.#changed.add(file);
    this.#attempt?.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const attempt = new AbortController();
      this.#attempt = attempt;
      this.#last = this.#last.then(() => this.#reload(attempt.signal));
    }, SETTLE_MS);
  }

  async #reload(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { router, onReport } = this.options;
    const files = [...this.#changed];
    try {
      await this.#files.refresh();
      const manifest = await this.#describeNext(signal);
      const { version, answers } = await this.#startNext(signal);
      // If a file changed since the version was started, this aborts the attempt.
      this.#files.look();
      if (signal.aborted) {
        version.kill();
        return;
      }
      this.#changed.clear();
      router.takeOver(version, answers);
      const ms = Math.round(performance.now() - this.#since);
      onReport({
        event: "reloaded",
        files,
        ms,
        callsInOldVersion: router.callsInOldVersions,
        notes: this.#notes(manifest),
      });
      this.#announce(manifest);
    } catch (error) {
      if (signal.aborted) return;
      this.#changed.clear();
      const old = router.current === undefined ? "nothing" : "the old version";
      onReport({ event: "broken", files, reason: (error as Error).message, old });
    }
  }

  /** Returns the manifest. A hook without the SDK never had one: for such a hook, the handshake is the check. */
  async #describeNext(signal: AbortSignal): Promise<HookSummary | undefined> {
    try {
      return await this.#describe(signal);
    } catch (error) {
      if (signal.aborted || this.#manifest !== undefined || this.options.handshake.isEmpty) throw error;
      return undefined;
    }
  }

  #describe(signal: AbortSignal): Promise<HookSummary> {
    const { command, processWatch } = this.options;
    return readManifest(command, { timeoutMs: START_TIMEOUT_MS, signal, groups: processWatch });
  }

  /** Starts a version and repeats the handshake. If that fails, ends the version and rejects with the reason. */
  async #startNext(signal: AbortSignal): Promise<{ version: HookVersion; answers: ReadonlyMap<Id, Buffer> }> {
    const { command, handshake, processWatch } = this.options;
    signal.throwIfAborted();
    const version = await HookVersion.start(command, processWatch);
    const late = AbortSignal.timeout(START_TIMEOUT_MS);
    try {
      return { version, answers: await unlessAborted([signal, late], handshake.repeat(version)) };
    } catch (error) {
      version.kill();
      const reason = late.aborted
        ? `it did not answer the handshake within ${START_TIMEOUT_MS / 1000} s`
        : (error as Error).message;
      throw new Error(version.withStderr(reason), { cause: error });
    }
  }

  #notes(manifest: HookSummary | undefined): string[] {
    if (this.#manifest === undefined || manifest === undefined) return [];
    const { modes, isMcp } = this.options.handshake;
    // An MCP client has no points in its config.
    return isMcp ? [] : configNotes(this.#manifest, manifest, modes);
  }

  #announce(manifest: HookSummary | undefined): void {
    const { router, handshake } = this.options;
    if (handshake.announcesTools && toolsChanged(this.#manifest, manifest)) {
      router.notifyHost("notifications/tools/list_changed");
    }
    this.#use(manifest);
  }

  #use(manifest: HookSummary | undefined): void {
    this.#manifest = manifest;
    if (manifest === undefined) return;
    this.options.router.identity = { name: manifest.name, isGuard: manifest.onFailure === "block" };
  }
}

/** Settles like the promise, or rejects when one of the signals aborts. `AbortSignal.any` may never abort on Node 20. */
function unlessAborted<T>(signals: readonly AbortSignal[], promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("a newer save replaced this version"));
    for (const signal of signals) {
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
    }
    promise.then(resolve, reject).finally(() => {
      for (const signal of signals) signal.removeEventListener("abort", abort);
    });
  });
}
