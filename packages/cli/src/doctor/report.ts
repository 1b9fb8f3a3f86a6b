import type { HelloResult, HookMode } from "@agent-hook/protocol";
import type { Facts, HookFacts, KilledFacts } from "./facts/facts.js";
import type { Finding } from "./findings/catalogue.js";
import type { Diagnosis } from "./findings/diagnose.js";
import { probeReport } from "./probe/probe.js";

/** What `doctor --json` prints. */
export interface DoctorReport {
  readonly file: string;
  /** As `--host` accepts it. */
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
  /** Whether it was started. */
  readonly started: boolean;
  /** The answer to hello. */
  readonly hello?: HelloResult;
  /** Milliseconds from its start to its answer. */
  readonly helloMs?: number;
  /** What the host does with a tool call after the hook was killed. */
  readonly killed?: KilledFacts;
  /** The result of a harmless call. */
  readonly probe?: object;
  readonly findings: readonly Finding[];
}

export function report({ config, version }: Facts, { hooks, findings }: Diagnosis): DoctorReport {
  const all = [...findings, ...hooks.flatMap((hook) => hook.findings)];
  return {
    file: config.file,
    host: version === undefined ? "picoclaw" : `picoclaw@${version}`,
    hooks: hooks.map(({ hook, findings }) => hookReport(hook, findings)),
    findings,
    ok: all.every(({ severity }) => severity === "note"),
  };
}

function hookReport(
  { name, config, settings, start, killed, probe }: HookFacts,
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
