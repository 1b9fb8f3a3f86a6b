import { hosts } from "@agent-hook/sdk/hosts";
import type { ReplayReport } from "@agent-hook/testing";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { replaceFile } from "../files/replace-file.js";
import { PICOCLAW, picoclawVersion } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { comparisonOf } from "./comparison.js";
import { printReplay, replayDocument } from "./print-replay.js";
import { checkHook, ONE_HOST, type Recording, readRecording } from "./recording.js";
import { type ReplayFlags, sendRecording } from "./send-recording.js";
import { type Update, updateOf } from "./update.js";

/** Sends a hook the host's side of a recording, shows the differences and, with `--update`, writes them to the file. */
export async function replayFile(invocation: Invocation, path: string, flags: ReplayFlags): Promise<void> {
  const { terminal } = invocation;
  assertPicoclaw(flags.host);
  const version = picoclawVersion(flags.host);
  const command = invocation.hookCommand(`replay ${path}`);
  const recording = readRecording(path);
  checkHook(recording, flags.hook);
  const { report, stderr } = await sendRecording(recording, command, version, flags, (line) => terminal.progress(line));
  const update = flags.update ? writeUpdate(recording, report, flags.hook) : undefined;
  const result = {
    path,
    version,
    comparison: comparisonOf(report, recording, flags.hook),
    exit: report.exit,
    stderr,
    update,
  };
  if (flags.json) terminal.printJson(replayDocument(result));
  else printReplay(result, terminal);
  const fine = update === undefined ? report.ok : update.left === 0;
  if (!fine) invocation.exitCode = EXIT_CODES.findings;
}

/** Throws a usage error for a host whose recordings are not supported. */
function assertPicoclaw(host = ""): void {
  const [name = ""] = host.split(/[@/]/);
  if (name !== PICOCLAW && Object.hasOwn(hosts, name)) {
    throw usageError(`--host: ${ONE_HOST}, not of ${name}`);
  }
}

/** Writes the new answers to the file, if there are any. */
function writeUpdate(recording: Recording, report: ReplayReport, hook: string | undefined): Update {
  const update = updateOf(recording, report, hook);
  if (!update.bytes.equals(recording.bytes)) replaceFile(recording.path, recording.bytes, update.bytes);
  return update;
}
