import { HOST_TIMEOUTS_MS } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { COMMAND_HOSTS, isCommandHost, picoclawVersion } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { askOnce } from "./ask-once.js";
import { callOfFile, type FoundCall, madeOf } from "./call-of-file.js";
import { type CallFlags, callFlags, inputOfFlags } from "./call-of-flags.js";
import { decisionOf } from "./decision.js";
import { handlerFailures, unlessFailed } from "./handler-failures.js";
import { notesOf } from "./notes.js";
import { assertPicoclawCalls, hostWord, POINT_WORDS, pointNamed } from "./points.js";
import { type CallReport, callDocument, printCall } from "./print-call.js";

const SLOW_START = `agent-hook: the hook has not answered hook.hello in ${HOST_TIMEOUTS_MS.hello} ms, when PicoClaw stops waiting; still waiting`;

/** Makes one call and shows the result. */
export async function call(invocation: Invocation, name: string | undefined, flags: CallFlags): Promise<void> {
  const { terminal } = invocation;
  if (isCommandHost(flags.host)) {
    const { callByCommandHost } = await import("./command-host/call.js");
    return callByCommandHost(invocation, flags.host, name, flags);
  }
  const version = picoclawVersion(flags.host, COMMAND_HOSTS);
  const { point, said } = await foundCall(name, flags, version);
  const command = invocation.hookCommand(`call ${hostWord(point)}`);
  terminal.progress(`calling ${hostWord(point)}`);
  const telling = flags.host !== undefined;
  const onSlowStart = () => terminal.note(SLOW_START);
  const asked = await askOnce(command, said, { version, telling, timeoutMs: flags.timeout, onSlowStart });
  const failures = asked.points === undefined ? [] : handlerFailures(asked.stderr);
  const decision = unlessFailed(decisionOf(asked, version), failures);
  const notes = notesOf(asked, decision, failures, version);
  const report: CallReport = { point: hostWord(point), version, asked, decision, notes };
  if (flags.json) terminal.printJson(callDocument(report));
  else printCall(report, terminal);
  if (decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

async function foundCall(name: string | undefined, flags: CallFlags, version: string): Promise<FoundCall> {
  const named = name === undefined ? undefined : pointNamed(name);
  if (flags.file !== undefined) {
    const [stray] = callFlags(flags);
    if (stray !== undefined) throw usageError(`--file has the whole call; remove --${stray}`);
    return callOfFile(flags.file, named, version);
  }
  if (named === undefined) throw usageError(`expected a point (${POINT_WORDS}), or --file`);
  const input = inputOfFlags(named, flags);
  assertPicoclawCalls(named);
  return { point: named, said: madeOf(named, input, version) };
}
