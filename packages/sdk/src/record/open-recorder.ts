import type { Observation } from "../runtime/observation.js";
import { decisionLine } from "./decision-line.js";
import { DecisionLog } from "./decision-log.js";
import type { DecisionObserver } from "./decision-record.js";
import { logFolder } from "./log-files.js";
import { DecisionRecorder } from "./recorder.js";

interface RecorderSetup {
  readonly env: NodeJS.ProcessEnv;
  /** The hook's file, or the policy file. */
  readonly file: string | undefined;
  /** Whether the process answers many calls. */
  readonly isPersistent: boolean;
  /** Writes a line to stderr. */
  writeError(text: string): void;
}

/** Runs the code that records a call, so that a snapshot contains it compiled. Writes nothing. */
export function warmUpRecorder(): void {
  const call = {
    tool: "shell",
    arguments: { command: "git status --short | head -n 3", list: ["a", "b"] },
  };
  const hook = { name: "warm-up" };
  const outcome = { action: "deny", reason: "no: /home/me/file.txt" };
  const observation = { point: "beforeTool", hook, host: hook, call, outcome, time: 0, ms: 0 };
  // With an id: random bytes that are drawn now would be the same in each process of the snapshot.
  decisionLine(observation as unknown as Observation, undefined, "warm-up");
}

/** A recorder, and how to end it before the process ends. */
export interface OpenedRecorder {
  readonly recorder: DecisionRecorder;
  /** Records what waits. */
  close(): void;
}

/** Returns a recorder that writes the decision log, and sends it to OpenTelemetry if the environment asks for it. */
export async function openRecorder(setup: RecorderSetup): Promise<OpenedRecorder> {
  const { file, isPersistent } = setup;
  const recorder = new DecisionRecorder({ observers: await observers(setup), file, beforeAnswer: !isPersistent });
  // First, because an observer may act at the exit on what it received.
  if (open.size === 0) process.prependListener("exit", flushAll);
  open.add(recorder);
  return {
    recorder,
    close() {
      recorder.flush();
      open.delete(recorder);
      if (open.size === 0) process.off("exit", flushAll);
    },
  };
}

/** One listener for all of them: Node warns of the eleventh. */
const open = new Set<DecisionRecorder>();

function flushAll(): void {
  for (const recorder of open) recorder.flush();
}

async function observers({ env, file, isPersistent, writeError }: RecorderSetup): Promise<DecisionObserver[]> {
  const onProblem = (problem: string) => writeError(`agent-hook: the decision log: ${problem}; the hook continues\n`);
  const folder = logFolder(env);
  if (folder === undefined) {
    onProblem("the user has no home folder to write it to");
    return [];
  }
  const log = new DecisionLog(folder, { onProblem, keepsOpen: isPersistent });
  if (!isTelemetryOn(env)) return [log];
  const { TelemetryStarter } = await import("./telemetry.js");
  return [log, new TelemetryStarter({ env, logFolder: folder, file })];
}

/** The endpoints by which a receiver of OpenTelemetry is configured. */
const ENDPOINTS = ["", "TRACES_", "METRICS_"].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`);

function isTelemetryOn(env: NodeJS.ProcessEnv): boolean {
  return env.OTEL_SDK_DISABLED !== "true" && ENDPOINTS.some((name) => env[name]);
}
