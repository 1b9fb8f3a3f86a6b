import { notRunError } from "../../command-error.js";
import type { ProcessesHost } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import { filterFindings } from "../filter-findings.js";
import { type Finding, hasFinding, worstFirst } from "../findings.js";
import type { InspectedHook, Inspection } from "../inspection.js";
import { probeLines, probeReport } from "../probe/probe.js";
import { exitOnSignals } from "../until-signal.js";
import { commandFindings, sameCommandFindings } from "./command-findings.js";
import { readConfigFile } from "./config-file.js";
import { configFindings, entryFindings, secretFindings, traceFindings } from "./config-findings.js";
import { deadlineFindings, seconds, timeoutFindings } from "./deadline-findings.js";
import { type Facts, type HookProcessFacts, killedText } from "./facts.js";
import { failureFindings } from "./failure-findings.js";
import { gather } from "./gather.js";
import { readHooks } from "./hooks-in-config.js";
import { handledPoints, modeFindings } from "./mode-findings.js";
import { orderFindings } from "./order-findings.js";
import { serverFindings } from "./servers.js";
import { helloFindings, probeFindings } from "./start-findings.js";
import { versionFindings, versionsFindings } from "./version-findings.js";

/** Starts every hook of a config, and stops every process that was started. Throws `CommandError`. */
export async function inspectProcesses(
  host: ProcessesHost,
  file: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Inspection> {
  const config = readHooks(readConfigFile(file, host));
  const removeHandlers = exitOnSignals(() => terminal.clearProgress());
  const facts = await gather(config, version, consent, (what) => terminal.progress(what)).finally(removeHandlers);
  assertProcesses(facts);
  let position = 0;
  return {
    title: `${file}${version === undefined ? "" : `, read by ${host.name} ${version}`}`,
    json: { file, host: version === undefined ? host.name : `${host.name}@${version}` },
    // In the order in which the host calls them.
    hooks: facts.hooks.map((hook) => ({
      ...inspectedHook(hook, facts),
      mark: hook.runnable && config.enabled ? `${++position}.` : "-",
    })),
    whole: "the config as a whole",
    findings: worstFirst([
      ...configFindings(facts),
      ...sameCommandFindings(facts),
      ...serverFindings(facts),
      ...versionsFindings(facts),
      ...timeoutFindings(facts),
      ...secretFindings(facts),
    ]),
  };
}

/** Throws if this machine cannot start any process: the findings would then not be about the hooks. */
function assertProcesses({ hooks }: Facts): void {
  const failures = hooks.flatMap(({ start }) => (start === undefined ? [] : [start.failure]));
  const [first] = failures;
  if (first === undefined || failures.some((failure) => failure?.kind !== "environment")) return;
  throw notRunError(`this machine cannot start any hook at the moment: the first one ${first.what}`);
}

function inspectedHook(hook: HookProcessFacts, facts: Facts): InspectedHook {
  const { name, config, settings, start, killed, probe } = hook;
  const { command = [] } = config;
  const findings = worstFirst(hookFindings(hook, facts));
  return {
    name,
    command: command.join(" "),
    correct: correctLines(hook, findings, facts),
    findings,
    json: {
      name,
      command,
      modes: settings?.modes ?? [],
      started: start !== undefined,
      ...(start?.hello === undefined ? {} : { hello: start.hello, helloMs: start.ms }),
      ...(killed === undefined || "failure" in killed ? {} : { killed }),
      ...(probe === undefined ? {} : { probe: probeReport(probe) }),
    },
  };
}

function hookFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  const started = [
    commandFindings,
    helloFindings,
    probeFindings,
    modeFindings,
    () => filterFindings(hook, hook.host),
    failureFindings,
    deadlineFindings,
    orderFindings,
    versionFindings,
  ];
  return [
    ...entryFindings(hook, facts),
    ...(facts.config.enabled ? started.flatMap((find) => find(hook, facts)) : []),
    ...traceFindings(hook),
  ];
}

/** Returns the lines about what doctor inspected and found correct. */
function correctLines(facts: HookProcessFacts, findings: readonly Finding[], { config }: Facts): string[] {
  const { manifest, start, settings, probe } = facts;
  if (start?.hello === undefined) return [];
  const killed = killedText(facts);
  const from =
    manifest === undefined
      ? ""
      : ` (${[manifest.name, manifest.version, manifest.sdk.name, manifest.sdk.version].filter(Boolean).join(" ")})`;
  const { interceptMs, approveMs } = config.timeouts;
  return [
    `starts, and answers hello in ${start.ms} ms${from}`,
    ...(manifest !== undefined && !hasFinding(findings, "guard-not-called", "missing-mode")
      ? [`is called at every point that it handles: ${handledPoints(facts).join(", ")}`]
      : []),
    ...(probe === undefined ? [] : probeLines(probe)),
    ...(killed !== undefined && settings?.modes.includes("approve") ? [killed] : []),
    ...(manifest !== undefined && !hasFinding(findings, "deadline-too-long", "approval-deadline-too-long")
      ? [`its deadlines are shorter than the host's ${seconds(interceptMs)} and ${seconds(approveMs)}`]
      : []),
  ];
}
