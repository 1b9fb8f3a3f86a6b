import { notRunError } from "../../command-error.js";
import type { ProcessesHost } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import { isHealthy } from "../findings.js";
import type { Outcome } from "../outcome.js";
import { exitOnSignals } from "../until-signal.js";
import { readConfigFile } from "./config-file.js";
import { diagnose, findingsOf } from "./diagnosis.js";
import type { Facts } from "./facts.js";
import { gather } from "./gather.js";
import { readHooks } from "./hooks-in-config.js";
import { printDiagnosis } from "./print.js";
import { report } from "./report.js";

/** Starts every hook of a config, and stops every process that was started. */
export async function inspectProcesses(
  host: ProcessesHost,
  file: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Outcome> {
  const config = readHooks(readConfigFile(file, host));
  const removeHandlers = exitOnSignals(() => terminal.clearProgress());
  const facts = await gather(config, version, consent, (what) => terminal.progress(what)).finally(removeHandlers);
  assertProcesses(facts);
  const diagnosis = diagnose(facts);
  return {
    json: report(facts, diagnosis),
    healthy: isHealthy(findingsOf(diagnosis)),
    print: () => printDiagnosis(facts, diagnosis, terminal),
  };
}

/** Throws if this machine cannot start any process: the findings would then not be about the hooks. */
function assertProcesses({ hooks }: Facts): void {
  const failures = hooks.flatMap(({ start }) => (start === undefined ? [] : [start.failure]));
  const [first] = failures;
  if (first === undefined || failures.some((failure) => failure?.kind !== "environment")) return;
  throw notRunError(`this machine cannot start any hook at the moment: the first one ${first.what}`);
}
