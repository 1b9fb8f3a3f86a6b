import { type AgentsFile, type HookFile, HostConfigError } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../../command-error.js";
import { languageOf, readConfigFile } from "../../config/config-file.js";
import type { AgentsHost, CommandHookHost } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type Consent, hookFilesOf, thisMachine } from "../consent.js";
import { isHealthy } from "../findings.js";
import type { ToolCall } from "../live/try-hook.js";
import type { Outcome } from "../outcome.js";
import { untilSignal } from "../until-signal.js";
import { type Diagnosis, diagnoseAgent, diagnoseFile, findingsOf } from "./diagnosis.js";
import { launchedIn } from "./entry.js";
import { printAgent, printFile } from "./print.js";
import { fileReportOf, reportOf } from "./report.js";

/** Options for inspecting agents. */
export interface InspectOptions {
  /** Inspects only this file. */
  readonly file?: HookFile | undefined;
  /** Whether to run the installed agents. */
  readonly live?: boolean;
  /** With a call, the agents run with the user's own hooks, and the mock model makes this call. */
  readonly call?: ToolCall | undefined;
  readonly consent: Consent;
  /** Whether to report on an agent without hooks. */
  readonly reportEmpty: boolean;
}

/** Inspects these agents. Throws `CommandError`. */
export async function inspectAgents(
  agents: readonly CommandHookHost[],
  { file, live, call, reportEmpty, consent }: InspectOptions,
  terminal: Terminal,
): Promise<Outcome[]> {
  const machine = thisMachine();
  const diagnoses: Diagnosis[] = [];
  for (const agent of agents) {
    const hookFiles = file === undefined ? hookFilesOf(agent, machine) : [file];
    const diagnosis = await diagnoseAgent(agent, hookFiles, machine, consent, terminal);
    diagnoses.push(reportEmpty ? diagnosis : withoutNothingGuards(diagnosis));
  }
  const withResults = live ? await withTrials(diagnoses, call, terminal) : diagnoses;
  return withResults
    .filter((diagnosis) => reportEmpty || isReported(diagnosis))
    .map((diagnosis) => outcomeOf(diagnosis, terminal));
}

async function withTrials(
  diagnoses: readonly Diagnosis[],
  call: ToolCall | undefined,
  terminal: Terminal,
): Promise<Diagnosis[]> {
  const { withTrial, withHookTrials } = await import("../live/live.js");
  const withResults: Diagnosis[] = [];
  await untilSignal(async (signal) => {
    for (const diagnosis of diagnoses) {
      const trial =
        call === undefined ? withTrial(diagnosis, terminal, signal) : withHookTrials(diagnosis, call, terminal, signal);
      withResults.push(await trial);
    }
  });
  return withResults;
}

/** Many users have an agent installed but no hooks for it. */
function withoutNothingGuards({ findings, ...diagnosis }: Diagnosis): Diagnosis {
  return { ...diagnosis, findings: findings.filter(({ id }) => id !== "nothing-guards") };
}

function isReported({ facts: { entries, mcpToolEntries, files, faults }, trial }: Diagnosis): boolean {
  return (
    entries.length + mcpToolEntries.length > 0 ||
    faults.length > 0 ||
    files.some(({ fault }) => fault !== undefined) ||
    trial !== undefined
  );
}

function outcomeOf(diagnosis: Diagnosis, terminal: Terminal): Outcome {
  return {
    json: reportOf(diagnosis),
    healthy: isHealthy(findingsOf(diagnosis)),
    ranAgent: diagnosis.trial !== undefined || diagnosis.hookTrials !== undefined,
    print: () => printAgent(diagnosis, terminal),
  };
}

/** Inspects a file that configures agents. Throws `CommandError`. */
export async function inspectFile(
  agent: AgentsHost,
  path: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Outcome> {
  const { value, before } = readConfigFile(path, await languageOf(agent));
  if (before === undefined) throw usageError(`there is no file ${path}: name the file that ${agent.title} reads`);
  const agentsFile = hooksIn(agent, path, value);
  const diagnosis = await diagnoseFile(agent, { path, value, ...agentsFile }, version, consent, terminal);
  return {
    json: fileReportOf(diagnosis),
    healthy: isHealthy(findingsOf(diagnosis)),
    print: () => printFile(diagnosis, terminal),
  };
}

function hooksIn(agent: AgentsHost, path: string, value: JsonObject): AgentsFile {
  try {
    const agentsFile = agent.read(value, (command) => launchedIn(command) !== undefined);
    if (agentsFile !== undefined) return agentsFile;
  } catch (error) {
    if (error instanceof HostConfigError) throw usageError(`${path}: ${error.message}`, error);
    throw error;
  }
  throw usageError(`${path} is not a file of ${agent.title}: expected ${agent.contents}`);
}
