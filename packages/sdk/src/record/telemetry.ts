import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { DecisionObserver, DecisionRecord } from "./decision-record.js";

const PROGRAM = "@agent-hook/telemetry/main";
/** The program touches its lock more often. */
const LOCK_FRESH_MS = 10_000;
/** How often a persistent hook looks whether the program is running. */
const CHECK_MS = 5000;

export interface TelemetryOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  /** The hook's file. The program is looked up from there, then from the file that Node runs. */
  readonly file: string | undefined;
}

/**
 * Starts the program that sends the decision log to OpenTelemetry, unless it is running or not installed. No decision
 * waits for it: it starts after the answer, and reads the log.
 */
export class TelemetryStarter implements DecisionObserver {
  #checkedAt = 0;
  /** The time of a decision after which the program was not looked for yet. */
  #since: string | undefined;

  constructor(private readonly options: TelemetryOptions) {
    process.on("exit", () => this.#startIfNeeded());
  }

  decided([first = "{}"]: readonly string[]): void {
    if (this.#since !== undefined) return;
    setImmediate(() => this.#startIfNeeded());
    this.#since = (JSON.parse(first) as Partial<DecisionRecord>).time;
  }

  #startIfNeeded(): void {
    const since = this.#since;
    this.#since = undefined;
    const now = Date.now();
    if (since === undefined || now - this.#checkedAt < CHECK_MS) return;
    this.#checkedAt = now;
    const { env, logFolder } = this.options;
    if (isRunning(logFolder, now)) return;
    const program = this.#findProgram();
    if (program === undefined) return;
    try {
      // Detached, because the launcher ends the process group of a one-shot hook.
      const child = spawn(process.execPath, [program, logFolder, String(Date.parse(since))], {
        detached: true,
        stdio: "ignore",
        cwd: logFolder,
        env,
      });
      child.on("error", () => {});
      child.unref();
    } catch {
      // Without telemetry, the hook goes on. Node throws some errors, for example if the log's folder is a file.
    }
  }

  /** Does not look in the agent's working folder, in which the agent may write. */
  #findProgram(): string | undefined {
    for (const from of [this.options.file, process.argv[1]]) {
      try {
        if (from !== undefined) return createRequire(from).resolve(PROGRAM);
      } catch {
        // Not installed there.
      }
    }
    return undefined;
  }
}

function isRunning(logFolder: string, now: number): boolean {
  try {
    return now - statSync(join(logFolder, "telemetry.lock")).mtimeMs < LOCK_FRESH_MS;
  } catch {
    return false;
  }
}
