import { availableParallelism } from "node:os";
import type { HookMode } from "@agent-hook/picoclaw/protocol";
import { ConformanceError, type ConformanceReport, checkHook } from "@agent-hook/picoclaw/testing";
import { type CommandReport, checkCommandHook } from "@agent-hook/testing";
import { notRunError, usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { type CallableHost, hostNamed, isOneShot, readNotes } from "../host-option.js";
import type { Invocation } from "../invocation.js";
import { spawnFailure } from "../start-failure.js";
import { hostsFor } from "./hosts-for.js";
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

type Report = ConformanceReport | CommandReport;

/** Runs the conformance suite of the named host, or of several hosts that can run the hook, and prints the results. */
export async function check(invocation: Invocation, flags: CheckFlags): Promise<void> {
  const { terminal } = invocation;
  const all = flags.host === "all";
  const named = flags.host === undefined || all ? undefined : hostNamed(flags.host);
  if (named !== undefined) assertApplies(named, flags);
  const command = invocation.hookCommand(named === undefined ? "check" : `check --host ${named.name}`);
  terminal.progress("starting the hook");
  const hosts = named === undefined ? await hostsFor(command, { ...flags, all }) : [named];
  const running = inLanes(hosts, (host) =>
    reportOf(host, command, flags, (id) => terminal.progress(`${host.title}: ${id}`)),
  );
  const reports: { readonly host: CallableHost; readonly report: Report }[] = [];
  for (const [at, host] of hosts.entries()) {
    const report = await (running[at] as Promise<Report>).catch((error: unknown) =>
      rethrowAsCommandError(error, command[0]),
    );
    reports.push({ host, report });
    if (!flags.json) printReport(report, host.title, terminal);
    for (const note of isOneShot(host) ? readNotes(host) : []) terminal.note(note);
  }
  const ok = reports.every(({ report }) => report.ok);
  const results = reports.map(({ host, report }) => ({ host: host.text, ...report }));
  if (flags.json) terminal.printJson(named === undefined ? { hosts: results, ok } : reports[0]?.report);
  if (!ok) invocation.exitCode = EXIT_CODES.findings;
}

/** Starts work for each item, one at a time per processor. */
function inLanes<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result>[] {
  const lanes = Array.from({ length: availableParallelism() }, (): Promise<unknown> => Promise.resolve());
  return items.map((item, at) => {
    const lane = at % lanes.length;
    const result = (lanes[lane] as Promise<unknown>).then(() => work(item));
    lanes[lane] = result.catch(() => {});
    return result;
  });
}

/** Throws a usage error for a flag that has no meaning on a host. */
function assertApplies(host: CallableHost, { modes, callOwnTools }: CheckFlags): void {
  const stray = modes !== undefined ? "--modes" : callOwnTools ? "--call-own-tools" : undefined;
  if (stray === undefined || !isOneShot(host)) return;
  throw usageError(`${stray} does not apply to ${host.name}, which has no modes and no own tools`);
}

async function reportOf(
  host: CallableHost,
  command: readonly string[],
  { only, modes, callOwnTools, timeout, host: named }: CheckFlags,
  onProgress: (id: string) => void,
): Promise<Report> {
  const options = {
    onProgress,
    ...(only === undefined ? {} : { only }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
  if (isOneShot(host)) {
    const { name, version } = host;
    return checkCommandHook(command, { ...options, host: name, ...(named?.includes("@") ? { version } : {}) });
  }
  const report = await checkHook(command, {
    ...options,
    // `checkHook` rejects unknown modes.
    ...(modes === undefined ? {} : { modes: modes as HookMode[] }),
    ...(callOwnTools ? { callOwnTools } : {}),
  });
  if (report.helloSucceeded) return report;
  const advice = named === undefined ? ". If an agent starts it for each event, add --host with that agent" : "";
  throw notRunError(`the hook failed hello: ${report.results[0]?.received ?? ""}${advice}`);
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
