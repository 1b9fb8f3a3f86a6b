import { HostNameError, parseHost } from "@agent-hook/sdk/hosts";
import { notRun, usageError } from "../command-error.js";
import type { DoctorFlags } from "../commands/doctor.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { defaultConfigFile, readConfigFile } from "./config-file.js";
import { configured } from "./facts/configured.js";
import type { Facts } from "./facts/facts.js";
import { gather } from "./facts/gather.js";
import { type Diagnosis, diagnose } from "./findings/diagnose.js";
import { printDiagnosis } from "./print-diagnosis.js";
import { report } from "./report.js";

/** Looks at every hook of a config, starts each, and prints what is wrong. Every process that it starts is ended. */
export async function doctor(invocation: Invocation, file: string | undefined, flags: DoctorFlags): Promise<void> {
  const { terminal } = invocation;
  if (file !== undefined && /\.ya?ml$/i.test(file)) {
    const { doctorOfDockerAgent } = await import("./docker-agent/doctor.js");
    const version = versionIn(flags.host, "docker-agent");
    invocation.exitCode = await doctorOfDockerAgent(terminal, file, version, flags.json === true);
    return;
  }
  const version = versionIn(flags.host, "picoclaw");
  const config = configured(readConfigFile(file ?? defaultConfigFile(process.env)));
  const leave = endOnSignals(() => terminal.clearProgress());
  const facts = await gather(config, version, (what) => terminal.progress(what)).finally(leave);
  demandProcesses(facts);
  const diagnosis = diagnose(facts);
  if (flags.json) terminal.printJson(report(facts, diagnosis));
  else printDiagnosis(facts, diagnosis, terminal);
  if (!isHealthy(diagnosis)) invocation.exitCode = EXIT_CODES.findings;
}

function versionIn(host: string | undefined, reader: string): string | undefined {
  if (host === undefined) return undefined;
  try {
    const { name, version } = parseHost("--host", host);
    if (name === reader) return version;
    throw usageError(`--host: ${name} does not read such a file: expected ${reader}`);
  } catch (error) {
    if (error instanceof HostNameError) throw usageError(error.message, error);
    throw error;
  }
}

/** A machine that starts no process tells nothing of the hooks. */
function demandProcesses({ hooks }: Facts): void {
  const failures = hooks.flatMap(({ start }) => (start === undefined ? [] : [start.failure]));
  const [first] = failures;
  if (first === undefined || failures.some((failure) => failure?.kind !== "environment")) return;
  throw notRun(`no hook could be started on this machine now: the first one ${first.what}`);
}

/** Without a handler, Node ends without its exit handlers, and those end the hooks. */
function endOnSignals(first: () => void): () => void {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
  const handlers = Object.entries(numbers).map(([signal, number]) => {
    const handler = () => {
      first();
      process.exit(128 + number);
    };
    process.once(signal, handler);
    return { signal, handler };
  });
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}

function isHealthy({ hooks, findings }: Diagnosis): boolean {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)].every(({ severity }) => severity === "note");
}
