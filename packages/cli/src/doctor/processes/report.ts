import type { HelloResult, HookMode } from "@agent-hook/picoclaw/protocol";
import { type Finding, isHealthy } from "../findings.js";
import { probeReport } from "../probe/probe.js";
import { type Diagnosis, findingsOf } from "./diagnosis.js";
import type { Facts, HookProcessFacts, KilledFacts } from "./facts.js";

/** What `doctor --json` prints. */
export interface DoctorReport {
  readonly file: string;
  /** In the format of `--host`. */
  readonly host: string;
  /** In the order in which the host calls them. */
  readonly hooks: readonly HookReport[];
  /** Findings about the config as a whole. */
  readonly findings: readonly Finding[];
  /** Whether doctor found neither problems nor warnings. */
  readonly ok: boolean;
}

interface HookReport {
  readonly name: string;
  readonly command: readonly string[];
  readonly modes: readonly HookMode[];
  /** Whether the hook was started. */
  readonly started: boolean;
  /** The answer to hello. */
  readonly hello?: HelloResult;
  /** Milliseconds from the start of the hook to its answer to hello. */
  readonly helloMs?: number;
  /** What the host does with a tool call after the hook was killed. */
  readonly killed?: KilledFacts;
  /** The result of a harmless call. */
  readonly probe?: object;
  readonly findings: readonly Finding[];
}

export function report({ host, config, version }: Facts, diagnosis: Diagnosis): DoctorReport {
  return {
    file: config.file,
    host: version === undefined ? host.name : `${host.name}@${version}`,
    hooks: diagnosis.hooks.map(({ hook, findings }) => hookReport(hook, findings)),
    findings: diagnosis.findings,
    ok: isHealthy(findingsOf(diagnosis)),
  };
}

function hookReport(
  { name, config, settings, start, killed, probe }: HookProcessFacts,
  findings: readonly Finding[],
): HookReport {
  return {
    name,
    command: config.command ?? [],
    modes: settings?.modes ?? [],
    started: start !== undefined,
    ...(start?.hello === undefined ? {} : { hello: start.hello, helloMs: start.ms }),
    ...(killed === undefined || "failure" in killed ? {} : { killed }),
    ...(probe === undefined ? {} : { probe: probeReport(probe) }),
    findings,
  };
}
