import type { HookMode } from "@agent-hook/picoclaw/protocol";
import { type CheckOptions, ConformanceError, checkHook, manifest } from "@agent-hook/picoclaw/testing";
import { checkCommandHook } from "@agent-hook/testing";
import type { CommandHostText } from "@agent-hook/testing/internal/command-hosts";
import { notRunError, usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { COMMAND_HOSTS, commandHostNamed, isCommandHost, picoclawVersion, readNotes } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { spawnFailure } from "../start-failure.js";
import { printReport } from "./print-report.js";

/** The options of `check`. */
export interface CheckFlags {
  readonly only?: string[];
  readonly modes?: string[];
  readonly callOwnTools?: true;
  readonly host?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** Runs the conformance suite and prints the results. */
export async function check(invocation: Invocation, flags: CheckFlags): Promise<void> {
  if (isCommandHost(flags.host)) return checkByCommandHost(invocation, flags, flags.host);
  if (flags.host !== undefined) picoclawVersion(flags.host, COMMAND_HOSTS);
  const command = invocation.hookCommand("check");
  const { terminal } = invocation;
  const total = flags.only?.length ?? manifest.length;
  let done = 0;
  terminal.progress("starting the hook");
  const onProgress = (id: string) => {
    done += 1;
    terminal.progress(`${done}/${total} ${id}`);
  };
  const report = await checkHook(command, { ...optionsOf(flags), onProgress }).catch((error: unknown) =>
    rethrowAsCommandError(error, command[0]),
  );
  if (!report.helloSucceeded) throw notRunError(`the hook failed hello: ${report.results[0]?.received ?? ""}`);
  if (flags.json) terminal.printJson(report);
  else printReport(report, terminal);
  if (!report.ok) invocation.exitCode = EXIT_CODES.findings;
}

/** Checks a hook against the rules of a one-shot host. */
async function checkByCommandHost(invocation: Invocation, flags: CheckFlags, host: CommandHostText): Promise<void> {
  const { terminal } = invocation;
  const simulated = commandHostNamed(host);
  const { name, version } = simulated;
  const { modes, callOwnTools, only, timeout } = flags;
  const stray = modes !== undefined ? "--modes" : callOwnTools ? "--call-own-tools" : undefined;
  if (stray !== undefined) throw usageError(`${stray} does not apply to ${name}, which has no modes and no own tools`);
  const command = invocation.hookCommand(`check --host ${name}`);
  terminal.progress("starting the hook");
  const onProgress = (id: string) => terminal.progress(id);
  const report = await checkCommandHook(command, {
    host: name,
    ...(host.includes("@") ? { version } : {}),
    onProgress,
    ...(only === undefined ? {} : { only }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  }).catch((error: unknown) => rethrowAsCommandError(error, command[0]));
  if (flags.json) terminal.printJson(report);
  else printReport(report, terminal);
  for (const note of readNotes(simulated)) terminal.note(note);
  if (!report.ok) invocation.exitCode = EXIT_CODES.findings;
}

function optionsOf({ only, modes, callOwnTools, timeout }: CheckFlags): CheckOptions {
  return {
    ...(only === undefined ? {} : { only }),
    // `checkHook` rejects unknown modes.
    ...(modes === undefined ? {} : { modes: modes as HookMode[] }),
    ...(callOwnTools ? { callOwnTools } : {}),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
}

const OPTIONS: Readonly<Record<string, string>> = {
  'in "only"': "in --only",
  "modes:": "--modes:",
  "only:": "--only:",
};

function rethrowAsCommandError(error: unknown, program: string): never {
  if (!(error instanceof ConformanceError)) throw error;
  if (error.code === "spawn-failed") throw notRunError(spawnFailure((error.cause as Error).message, program), error);
  // Replace the option names of `checkHook` with the command's flags.
  throw usageError(
    error.message.replace(/\b(in "only"|modes:|only:)/, (name) => OPTIONS[name] ?? name),
    error,
  );
}
