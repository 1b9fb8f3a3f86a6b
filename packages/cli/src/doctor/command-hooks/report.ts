import type { Finding } from "../findings/catalogue.js";
import { type Diagnosis, findingsOf } from "./diagnosis.js";

/** What `doctor --json` prints of an agent. */
export function reportOf(diagnosis: Diagnosis) {
  const { facts, hooks, findings, trial } = diagnosis;
  return {
    host: facts.agent.name,
    files: facts.files.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path),
    hooks: hooks.map(({ hook: { name, entries, command, manifest, badSnapshot }, findings }) => ({
      name,
      entries: entries.map(({ where }) => where),
      ...(command === undefined ? {} : { command }),
      started: manifest !== undefined && !badSnapshot,
      findings,
    })),
    findings,
    ...(trial && { live: liveOf(trial) }),
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
