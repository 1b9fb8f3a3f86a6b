import { type AgentsFile, HostConfigError } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../../command-error.js";
import { languageOf, readConfigFile } from "../../config/config-file.js";
import { type AgentsHost, eventsForHook } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import { filterFindings } from "../filter-findings.js";
import { type Finding, hostFinding, worstFirst } from "../findings.js";
import type { InspectedHook, Inspection } from "../inspection.js";
import { commandFindings } from "./command-findings.js";
import { launchedIn } from "./entry.js";
import { entryFindings, launcherProblems, superfluousFindings } from "./entry-findings.js";
import { type FileFacts, gatherFile } from "./gather.js";
import type { Hook } from "./hook.js";
import { inspectedHook } from "./inspected-hook.js";
import { narrowProblems } from "./narrow-matcher.js";
import { unmatchedProblems } from "./unmatched.js";

/** Inspects every hook in a file that configures agents. Throws `CommandError`. */
export async function inspectFile(
  agent: AgentsHost,
  path: string,
  version: string | undefined,
  consent: Consent,
  terminal: Terminal,
): Promise<Inspection> {
  const { value, before } = readConfigFile(path, await languageOf(agent));
  if (before === undefined) throw usageError(`there is no file ${path}: name the file that ${agent.title} reads`);
  const file = { path, value, ...agentsIn(agent, path, value) };
  const facts = await gatherFile(agent, file, version, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return {
    title: `${path}${facts.version === undefined ? "" : `, read by ${agent.name} ${facts.version}`}`,
    json: { file: path, host: facts.version === undefined ? agent.name : `${agent.name}@${facts.version}` },
    hooks: facts.hooks.map((hook) => hookOf(hook, facts)),
    whole: "the file as a whole",
    findings: worstFirst(agent.fileFindings(facts).map(hostFinding)),
  };
}

function agentsIn(agent: AgentsHost, path: string, value: JsonObject): AgentsFile {
  try {
    const agentsFile = agent.read(value, (command) => launchedIn(command) !== undefined);
    if (agentsFile !== undefined) return agentsFile;
  } catch (error) {
    if (error instanceof HostConfigError) throw usageError(`${path}: ${error.message}`, error);
    throw error;
  }
  throw usageError(`${path} is not a file of ${agent.title}: expected ${agent.contents}`);
}

function hookOf(hook: Hook, facts: FileFacts): InspectedHook {
  const findings = worstFirst(hookFindings(hook, facts));
  const ids = findings.map(({ id }) => id);
  return inspectedHook(hook, findings, hook.manifest === undefined ? [] : facts.agent.correct(hook, ids));
}

function hookFindings(hook: Hook, facts: FileFacts): Finding[] {
  const { agent } = facts;
  const rewriteCommand = facts.commandToRepeat(hook);
  return [
    ...commandFindings(hook, agent, rewriteCommand),
    ...entryFindings(hook, rewriteCommand, (entry) => [
      ...agent.entryFindings(entry, facts),
      ...unmatchedProblems(entry, agent),
      ...((hook.manifest && narrowProblems(entry, hook.manifest, agent)) ?? []),
      ...launcherProblems(entry, hook, agent, rewriteCommand),
    ]),
    ...(hook.manifest === undefined
      ? []
      : superfluousFindings(hook.entries, eventsForHook(agent.name, hook.manifest, []), rewriteCommand)),
    ...filterFindings(hook, agent),
    ...agent.hookFindings(hook, facts).map(hostFinding),
  ];
}
