import type { ReplayReport } from "@agent-hook/testing";
import { EXIT_CODES } from "../exit-codes.js";
import { replaceFile } from "../files/replace-file.js";
import type { Invocation } from "../invocation.js";
import { comparisonOf } from "./comparison.js";
import { printReplay, replayDocument } from "./print-replay.js";
import { checkHook, checkPointers, type Recording, readRecording } from "./recording.js";
import { hostOfRecording, namedHost } from "./replayed-host.js";
import { type ReplayFlags, sendRecording } from "./send-recording.js";
import { type Update, updateOf } from "./update.js";

/** Sends a hook the host's side of a recording, shows the differences and, with `--update`, writes them to the file. */
export async function replayFile(invocation: Invocation, path: string, flags: ReplayFlags): Promise<void> {
  const { terminal } = invocation;
  // Reports usage errors in the order of the arguments.
  const named = flags.host === undefined ? undefined : namedHost(flags.host);
  checkPointers(flags.ignore);
  const command = invocation.hookCommand(`replay ${path}`);
  const recording = readRecording(path);
  checkHook(recording, flags.hook);
  const host = named ?? hostOfRecording(recording.entries);
  const { report, stderr } = await sendRecording(recording, command, host, flags, (line) => terminal.progress(line));
  const update = flags.update ? writeUpdate(recording, report) : undefined;
  const comparison = comparisonOf(report, recording);
  const result = { path, host, comparison, exit: report.exit, stderr, update };
  if (flags.json) terminal.printJson(replayDocument(result));
  else printReplay(result, terminal);
  const isOk = update === undefined ? report.ok : update.left === 0;
  if (!isOk) invocation.exitCode = EXIT_CODES.findings;
}

/** Writes the new answers to the file, if there are any. */
function writeUpdate(recording: Recording, report: ReplayReport): Update {
  const update = updateOf(recording, report);
  if (!update.bytes.equals(recording.bytes)) replaceFile(recording.path, recording.bytes, update.bytes);
  return update;
}
