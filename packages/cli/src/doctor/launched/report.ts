import { isHealthy } from "../findings.js";
import { probeReport } from "../probe/probe.js";
import { type DiagnosedHook, type Diagnosis, type FileDiagnosis, findingsOf } from "./diagnosis.js";

/** Returns what `doctor --json` prints for an agent. */
export function reportOf(diagnosis: Diagnosis) {
  const { facts, hooks, findings, trial, modTrials = [], hookTrials } = diagnosis;
  return {
    host: facts.agent.name,
    files: facts.files.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path),
    hooks: hooks.map(hookReport),
    findings,
    ...(trial && { live: { ...liveOf(trial), ...(modTrials.length > 0 && { mods: modTrials.map(modReport) }) } }),
    ...(hookTrials && { live: { calls: hookTrials } }),
    ok: isHealthy(findingsOf(diagnosis)),
  };
}

/** Returns what `doctor --json` prints for a file that configures agents. */
export function fileReportOf(diagnosis: FileDiagnosis) {
  const { agent, file, version } = diagnosis.facts;
  return {
    file,
    host: version === undefined ? agent.name : `${agent.name}@${version}`,
    hooks: diagnosis.hooks.map(hookReport),
    findings: diagnosis.findings,
    ok: isHealthy(findingsOf(diagnosis)),
  };
}

function hookReport({ hook: { name, entries, command, manifest, badSnapshot, probe }, findings }: DiagnosedHook) {
  return {
    name,
    entries: entries.map(({ where }) => where),
    ...(command === undefined ? {} : { command }),
    ...(probe === undefined ? {} : { probe: probeReport(probe) }),
    started: manifest !== undefined && !badSnapshot,
    findings,
  };
}

function modReport({ mod: { path }, problems }: NonNullable<Diagnosis["modTrials"]>[number]) {
  return { path, problems };
}

function liveOf({
  program,
  version,
  entry: { where, without, mode, node, launcher },
  runs,
}: NonNullable<Diagnosis["trial"]>) {
  return { program, version, entry: where, ...(without.length > 0 && { without }), mode, node, launcher, runs };
}
