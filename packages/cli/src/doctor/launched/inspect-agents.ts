import type { HookFile, Machine } from "@agent-hook/sdk/internal/installs";
import type { CommandHookHost } from "../../host-config/installs.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type Consent, hookFilesOf, thisMachine } from "../consent.js";
import { hasFinding, worstFirst } from "../findings.js";
import type { InspectedHook, Inspection } from "../inspection.js";
import type { ToolCall } from "../live/try-hook.js";
import { untilSignal } from "../until-signal.js";
import { fileFindings } from "./file-findings.js";
import { type Facts, gather } from "./gather.js";
import { hookFindings } from "./hook-findings.js";
import { inspectedHook } from "./inspected-hook.js";
import { reportsTrust } from "./trust.js";

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

/** Inspects every hook in the files of these agents. Throws `CommandError`. */
export async function inspectAgents(
  agents: readonly CommandHookHost[],
  { file, live, call, reportEmpty, consent }: InspectOptions,
  terminal: Terminal,
): Promise<Inspection[]> {
  const machine = thisMachine();
  const all: { readonly facts: Facts; readonly inspection: Inspection }[] = [];
  for (const agent of agents) {
    const hookFiles = file === undefined ? hookFilesOf(agent, machine) : [file];
    const facts = await gatherAgent(agent, hookFiles, machine, consent, terminal);
    const inspection = inspectionOf(facts);
    // Many users have an agent installed but no hooks for it.
    const findings = inspection.findings.filter(({ id }) => reportEmpty || id !== "nothing-guards");
    all.push({ facts, inspection: { ...inspection, findings } });
  }
  const inspections: Inspection[] = [];
  const isReported = ({ entries, mcpToolEntries, files, faults }: Facts) =>
    reportEmpty ||
    entries.length + mcpToolEntries.length + faults.length > 0 ||
    files.some(({ fault }) => fault !== undefined);
  const { runAgent } = live ? await import("../live/live.js") : {};
  await untilSignal(async (signal) => {
    for (const { facts, inspection } of all) {
      const result = await runAgent?.(facts, call, terminal, signal);
      if (result === undefined && !isReported(facts)) continue;
      const findings = worstFirst([...inspection.findings, ...(result?.findings ?? [])]);
      inspections.push({ ...inspection, findings, live: result });
    }
  });
  return inspections;
}

/** Reads an agent's files, starts every hook once, and reads each manifest. */
export async function gatherAgent(
  agent: CommandHookHost,
  hookFiles: readonly HookFile[],
  machine: Machine,
  consent: Consent,
  terminal: Terminal,
): Promise<Facts> {
  const facts = await gather(agent, hookFiles, machine, consent, (what) => terminal.progress(what));
  terminal.clearProgress();
  return facts;
}

/** Derives the findings about an agent from the facts. */
export function inspectionOf(facts: Facts): Inspection {
  const { agent, files, entries, hooks } = facts;
  const paths = [...new Set(entries.map(({ file }) => file.path))];
  return {
    title: `${agent.title}${paths.length === 0 ? "" : `: ${paths.join(", ")}`}`,
    json: {
      host: agent.name,
      files: files.filter(({ settingsOnly }) => !settingsOnly).map(({ path }) => path),
    },
    hooks: hooks.map((hook) => hookOf(hook, facts)),
    whole: `${agent.title} as a whole`,
    findings: worstFirst(fileFindings(facts)),
  };
}

function hookOf(hook: Facts["hooks"][number], facts: Facts): InspectedHook {
  const { agent, trust } = facts;
  const findings = worstFirst(hookFindings(hook, facts));
  const reportsTrusted = reportsTrust(trust) && !trust.isOff && hook.manifest !== undefined;
  const isTrusted = reportsTrusted && !hasFinding(findings, "not-trusted", "switched-off");
  const correct = isTrusted ? [`is trusted by ${agent.title}`] : [];
  return inspectedHook(hook, findings, correct, ` in ${hook.entries[0]?.file.path}`);
}
