import { HOST_TIMEOUTS_MS } from "@agent-hook/picoclaw/protocol";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { hostNamed, hostOfMessage, missingHost } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { readCallFile } from "./call-file.js";
import { type CallFlags, callFlags } from "./call-flags.js";
import type { PreparedCall } from "./caller.js";
import { callerOf } from "./caller-of.js";
import { POINT_LIST } from "./points.js";
import { callDocument, printCall } from "./print-call.js";

const SLOW_START = `agent-hook: the hook has not answered hook.hello in ${HOST_TIMEOUTS_MS.hello} ms, when PicoClaw stops waiting; still waiting`;

/** Makes one call and shows the result. */
export async function call(invocation: Invocation, name: string | undefined, flags: CallFlags): Promise<void> {
  const { terminal } = invocation;
  const prepared = await prepare(name, flags);
  const command = invocation.hookCommand(`call ${prepared.point}`);
  terminal.progress(`calling ${prepared.point}`);
  const onSlowStart = () => terminal.note(SLOW_START);
  const report = await prepared.make(command, { timeoutMs: flags.timeout, onSlowStart });
  terminal.clearProgress();
  if (flags.json) terminal.printJson(callDocument(report));
  else printCall(report, terminal);
  if (report.decision.kind === "failed") invocation.exitCode = EXIT_CODES.findings;
}

async function prepare(name: string | undefined, flags: CallFlags): Promise<PreparedCall> {
  const named = flags.host === undefined ? undefined : hostNamed(flags.host);
  if (flags.file !== undefined) {
    const [stray] = callFlags(flags);
    if (stray !== undefined) throw usageError(`--file has the whole call; remove --${stray}`);
    const file = await readCallFile(flags.file);
    const host = named ?? hostOfMessage(file.call);
    if (host === undefined) throw missingHost(`${file.where} does not tell which agent makes the call`);
    return (await callerOf(host)).callIn(file, name);
  }
  if (name === undefined) throw usageError(`expected a point (${POINT_LIST}), or --file`);
  if (named === undefined) throw missingHost("the answer depends on the agent");
  return (await callerOf(named)).callAt(name, flags);
}
