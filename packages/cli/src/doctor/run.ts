import { existsSync } from "node:fs";
import { residentReport } from "@agent-hook/sdk/internal/residents";
import { usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import { formatList } from "../format-list.js";
import { AGENTS_HOSTS, COMMAND_HOOK_HOSTS, PROCESSES_HOSTS } from "../host-config/installs.js";
import type { Invocation } from "../invocation.js";
import { assertShown } from "../platform.js";
import { describeResidents } from "../residents/describe.js";
import { escapeLine } from "../terminal/escape.js";
import type { Terminal } from "../terminal/terminal.js";
import { type Consent, consentOf, thisMachine } from "./consent.js";
import { isHealthy } from "./findings.js";
import { findingsOf, type Inspection, printInspection, reportOf } from "./inspection.js";
import { inspectAgents } from "./launched/inspect-agents.js";
import { inspectFile } from "./launched/inspect-file.js";
import type { ToolCall } from "./live/try-hook.js";
import type { DoctorFlags } from "./options.js";
import { inspectProcesses } from "./processes/inspect-processes.js";
import { ownFilesOf, type Subject, subjectOf } from "./subject.js";

/** Inspects and starts every configured hook, and prints the findings. Stops every process that was started. */
export async function doctor(invocation: Invocation, argument: string | undefined, flags: DoctorFlags): Promise<void> {
  assertShown("doctor");
  const { terminal } = invocation;
  const subject = subjectOf(argument, flags.host);
  if (flags.live && (subject.kind === "processes" || subject.kind === "agents")) {
    throw usageError(`--live runs ${formatList(COMMAND_HOOK_HOSTS.map(({ name }) => name))}, not ${subject.host.name}`);
  }
  const call = toolCall(subject, flags);
  const consent = consentOf(terminal, { agreed: flags.runProjectHooks === true, quiet: flags.json === true });
  const inspections = await inspect(subject, { live: flags.live === true, call, consent }, terminal);
  const healthy = isHealthy(inspections.flatMap(findingsOf));
  const residents = residentReport(process.env);
  if (flags.json) {
    const reports = inspections.map(reportOf);
    const isOne = subject.kind !== "everything" && "file" in subject;
    terminal.printJson(isOne ? reports[0] : { configs: reports, residents, ok: healthy });
  } else {
    for (const [index, inspection] of inspections.entries()) {
      if (index > 0) terminal.print();
      printInspection(inspection, terminal);
    }
    // A host that keeps its hooks running asks no process that stays.
    const lines = subject.kind === "processes" ? [] : describeResidents(residents);
    if (lines.length > 0) terminal.print();
    for (const line of lines) terminal.print(escapeLine(line));
  }
  if (!healthy) invocation.exitCode = EXIT_CODES.findings;
  if (flags.live && inspections.every(({ live }) => live === undefined)) {
    const programs = (subject.kind === "event-lists" ? [subject.host] : COMMAND_HOOK_HOSTS).map(
      ({ program }) => program,
    );
    const are = programs.length === 1 ? "is" : "are";
    terminal.note(
      `agent-hook: --live: nothing to run: ${programs.join(", ")} ${are} not on the PATH (folders named node_modules/.bin are skipped)`,
    );
    invocation.exitCode = EXIT_CODES.notRun;
  }
}

/**
 * Returns the call that an agent should make. Throws a usage error if the user named no agent, because tool names
 * differ between agents.
 */
function toolCall(subject: Subject, { live, tool, args }: DoctorFlags): ToolCall | undefined {
  if (tool === undefined && args === undefined) return undefined;
  if (tool === undefined) throw usageError("--args: expected --tool, the tool to call with them");
  if (!live) throw usageError("--tool: expected --live, which runs the agent");
  if (subject.kind !== "event-lists") {
    const [example] = COMMAND_HOOK_HOSTS.map(({ name }) => name);
    throw usageError(`--tool: name the agent, such as: agent-hook doctor ${example} --live --tool Bash`);
  }
  return { tool, args: args ?? {} };
}

/** Options for every inspection. */
interface CommonOptions {
  readonly live: boolean;
  readonly call: ToolCall | undefined;
  readonly consent: Consent;
}

async function inspect(subject: Subject, options: CommonOptions, terminal: Terminal): Promise<Inspection[]> {
  const { consent } = options;
  switch (subject.kind) {
    case "processes":
      return [await inspectProcesses(subject.host, subject.file, subject.version, consent, terminal)];
    case "agents":
      return inspectFiles(subject, consent, terminal);
    case "event-lists":
      return inspectAgents([subject.host], { ...options, file: subject.file, reportEmpty: true }, terminal);
    case "everything":
      return inspectAll(options, terminal);
  }
}

/** Inspects the named file, or those that the host always reads. */
async function inspectFiles(
  { host, file, version }: Extract<Subject, { kind: "agents" }>,
  consent: Consent,
  terminal: Terminal,
): Promise<Inspection[]> {
  const inspections: Inspection[] = [];
  for (const path of file === undefined ? ownFilesOf(host) : [file])
    inspections.push(await inspectFile(host, path, version, consent, terminal));
  return inspections;
}

/** Inspects the files that agents read by default. */
async function inspectAll(options: CommonOptions, terminal: Terminal): Promise<Inspection[]> {
  const agents = await inspectAgents(COMMAND_HOOK_HOSTS, { ...options, reportEmpty: false }, terminal);
  const own: Inspection[] = [];
  for (const host of PROCESSES_HOSTS) {
    const file = host.defaultFile(process.env);
    if (existsSync(file)) own.push(await inspectProcesses(host, file, undefined, options.consent, terminal));
  }
  for (const host of AGENTS_HOSTS) {
    own.push(...(await inspectFiles({ kind: host.kind, host }, options.consent, terminal)));
  }
  if (own.length + agents.length === 0) throw usageError(nothingFound());
  return [...own, ...agents];
}

/** Lists the places that were inspected, and how to get started. */
function nothingFound(): string {
  const { env, home } = thisMachine();
  const [example, ...others] = [...COMMAND_HOOK_HOSTS, ...PROCESSES_HOSTS].map(({ name }) => name);
  const places = COMMAND_HOOK_HOSTS.map(
    ({ title, places: { user, project } }) =>
      `  ${title}: ${user("*", env, home)}${project === undefined ? "" : `, and in this folder ${project("*")}`}`,
  );
  return [
    "no config of a supported agent has a hook. doctor checked:",
    ...PROCESSES_HOSTS.map(
      ({ title, defaultFile, locationVariables }) =>
        `  ${title}: ${defaultFile(env)} (set ${formatList(locationVariables, "or")} for another)`,
    ),
    ...places,
    ...AGENTS_HOSTS.map(({ title, fileForHook }) => `  ${title}: ${fileForHook(env, "*")}`),
    "For another file: agent-hook doctor path/to/file",
    `To get started: agent-hook config ${example} --write -- node path/to/hook.js (or ${others.join(", ")})`,
  ].join("\n");
}
