import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { DecisionObserver, DecisionRecord } from "./decision-record.js";

const PACKAGE = "@agent-hook/telemetry";
/** Variables of OpenTelemetry that turn telemetry on. */
const ENDPOINTS = ["", "TRACES_", "METRICS_"].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`);
/** The program touches its lock more often. */
const LOCK_FRESH_MS = 10_000;
/** How often a persistent hook looks whether the program is running. */
const CHECK_MS = 5000;

export interface TelemetryOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  /** The hook's file. The package is looked up from there, then from the SDK. */
  readonly file: string | undefined;
  /** Receives why the program cannot be started. */
  readonly onProblem: (problem: string) => void;
}

/** Whether the environment asks for telemetry. */
export function isTelemetryOn(env: NodeJS.ProcessEnv): boolean {
  return env.OTEL_SDK_DISABLED !== "true" && ENDPOINTS.some((name) => env[name]);
}

/**
 * Starts the program that sends the decision log to OpenTelemetry, unless it is running. No decision waits for it: it
 * runs on its own, and reads the log.
 */
export class TelemetryStarter implements DecisionObserver {
  #nextCheck = 0;

  constructor(private readonly options: TelemetryOptions) {}

  decided({ time }: DecisionRecord): void {
    const now = Date.now();
    if (now < this.#nextCheck) return;
    this.#nextCheck = now + CHECK_MS;
    const { env, logFolder, onProblem } = this.options;
    if (isRunning(logFolder, now)) return;
    const program = this.#program();
    if (program === undefined) {
      onProblem(`OpenTelemetry is configured, but ${PACKAGE} is not installed: npm install ${PACKAGE}`);
      return;
    }
    // Detached: the launcher ends the process group of a one-shot hook.
    const child = spawn(process.execPath, [program, logFolder, String(Date.parse(time))], {
      detached: true,
      stdio: "ignore",
      cwd: logFolder,
      env,
    });
    child.on("error", (error) => onProblem(`${PACKAGE} cannot be started (${error.message})`));
    child.unref();
  }

  /** Never looks in the agent's working folder, in which others may write. */
  #program(): string | undefined {
    const { file } = this.options;
    for (const from of [file, import.meta.url]) {
      if (from === undefined) continue;
      try {
        return createRequire(from).resolve(`${PACKAGE}/main`);
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
