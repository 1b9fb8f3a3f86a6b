import { HOST_TIMEOUTS_MS } from "@agent-hook/picoclaw/protocol";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { COMMAND_HOSTS, isCommandHost, picoclawVersion } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { type CallToMake, callFromFile, messageFor } from "./call-from-file.js";
import { type CallFlags, callFlags, inputFromFlags } from "./call-from-flags.js";
import { callOnce } from "./call-once.js";
import { decisionOf } from "./decision.js";
import { handlerFailures, unlessFailed } from "./handler-failures.js";
import { notesOf } from "./notes.js";
import { assertPicoclawCalls, hostSpelling, POINT_LIST, pointNamed } from "./points.js";
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
  const { point, message } = await callToMake(name, flags, version);
  const command = invocation.hookCommand(`call ${hostSpelling(point)}`);
  terminal.progress(`calling ${hostSpelling(point)}`);
  const passesHost = flags.host !== undefined;
  const onSlowStart = () => terminal.note(SLOW_START);
  const result = await callOnce(command, message, { version, passesHost, timeoutMs: flags.timeout, onSlowStart });
  const failures = handlerFailures(result.stderr);
  const decision = unlessFailed(decisionOf(result, version), failures);
  const notes = notesOf(result, decision, failures, version);
  const report: CallReport = { point: hostSpelling(point), version, run: result, decision, notes };
  if (flags.json) terminal.printJson(callDocument(report));
  else printCall(report, terminal);
  if (decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

async function callToMake(name: string | undefined, flags: CallFlags, version: string): Promise<CallToMake> {
  const pointArgument = name === undefined ? undefined : pointNamed(name);
  if (flags.file !== undefined) {
    const [stray] = callFlags(flags);
    if (stray !== undefined) throw usageError(`--file has the whole call; remove --${stray}`);
    return callFromFile(flags.file, pointArgument, version);
  }
  if (pointArgument === undefined) throw usageError(`expected a point (${POINT_LIST}), or --file`);
  const input = inputFromFlags(pointArgument, flags);
  assertPicoclawCalls(pointArgument);
  return { point: pointArgument, message: messageFor(pointArgument, input, version) };
}
