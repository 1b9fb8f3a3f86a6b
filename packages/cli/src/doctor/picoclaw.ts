import { notRun } from "../command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { readConfigFile } from "./config-file.js";
import type { Consent } from "./consent.js";
import { configured } from "./facts/configured.js";
import type { Facts } from "./facts/facts.js";
import { gather } from "./facts/gather.js";
import { type Diagnosis, diagnose } from "./findings/diagnose.js";
import type { Outcome } from "./outcome.js";
import { printDiagnosis } from "./print-diagnosis.js";
import { report } from "./report.js";
import { exitOnSignals } from "./until-signal.js";

/** Starts every hook of a PicoClaw config. Every process that it starts is stopped. */
export async function ofPicoClaw(
  file: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Outcome> {
  const config = configured(readConfigFile(file));
  const leave = exitOnSignals(() => terminal.clearProgress());
  const facts = await gather(config, version, consent, (what) => terminal.progress(what)).finally(leave);
  assertProcesses(facts);
  const diagnosis = diagnose(facts);
  return {
    json: report(facts, diagnosis),
    healthy: isHealthy(diagnosis),
    print: () => printDiagnosis(facts, diagnosis, terminal),
  };
}

/** Throws if this machine cannot start any process, which would reveal nothing about the hooks. */
function assertProcesses({ hooks }: Facts): void {
  const failures = hooks.flatMap(({ start }) => (start === undefined ? [] : [start.failure]));
  const [first] = failures;
  if (first === undefined || failures.some((failure) => failure?.kind !== "environment")) return;
  throw notRun(`this machine cannot start any hook at the moment: the first one ${first.what}`);
}

function isHealthy({ hooks, findings }: Diagnosis): boolean {
  return [...findings, ...hooks.flatMap((hook) => hook.findings)].every(({ severity }) => severity === "note");
}
