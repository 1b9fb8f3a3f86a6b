import { DecisionLog } from "./decision-log.js";
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
