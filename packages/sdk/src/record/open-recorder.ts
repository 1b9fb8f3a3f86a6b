import { DecisionLog } from "./decision-log.js";
import { lineOf } from "./line.js";
import { logFolder } from "./log-files.js";
import { DecisionRecorder } from "./recorder.js";
import { safeText } from "./safe-text.js";
import { safeValue } from "./safe-value.js";

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
  lineOf({
    ...{ id: "warm-up", time: new Date().toISOString(), host: { name: "warm-up" }, hook: "warm-up", pid: 1, ms: 0 },
    ...{ point: "beforeTool", decision: "deny", reason: safeText("no: /home/me/file.txt", 100) },
    arguments: safeValue({ command: "git status --short | head -n 3", list: ["a", "b"] }),
  });
}

/** Returns a recorder that writes the decision log. */
export function openRecorder({ env, file, isPersistent, writeError }: RecorderSetup): DecisionRecorder {
  const onProblem = (problem: string) => writeError(`agent-hook: the decision log: ${problem}; the hook continues\n`);
  const folder = logFolder(env);
  if (folder === undefined) onProblem("there is no home folder to write it to");
  const log = folder === undefined ? [] : [new DecisionLog(folder, { onProblem, keepsOpen: isPersistent })];
  const recorder = new DecisionRecorder({ observers: log, file, beforeAnswer: !isPersistent });
  process.on("exit", () => recorder.flush());
  return recorder;
}
