import type { Finding } from "../findings/catalogue.js";
import { probeReport } from "../probe/probe.js";
import { type Diagnosis, findingsOf } from "./diagnosis.js";

/** Returns what `doctor --json` prints for an agent. */
export function reportOf(diagnosis: Diagnosis) {
  const { facts, hooks, findings, trial, hookTrials } = diagnosis;
  return {
    host: facts.agent.name,
    files: facts.files.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path),
    hooks: hooks.map(({ hook: { name, entries, command, manifest, badSnapshot, probe }, findings }) => ({
      name,
      entries: entries.map(({ where }) => where),
      ...(command === undefined ? {} : { command }),
      ...(probe === undefined ? {} : { probe: probeReport(probe) }),
      started: manifest !== undefined && !badSnapshot,
      findings,
    })),
    findings,
    ...(trial && { live: liveOf(trial) }),
    ...(hookTrials && { live: { calls: hookTrials } }),
    ok: isHealthy(findingsOf(diagnosis)),
  };
}

function liveOf({
  program,
  version,
  entry: { where, without, mode, node, launcher },
  runs,
}: NonNullable<Diagnosis["trial"]>) {
  return { program, version, entry: where, ...(without.length > 0 && { without }), mode, node, launcher, runs };
}

export function isHealthy(findings: readonly Finding[]): boolean {
  return findings.every(({ severity }) => severity === "note");
}
