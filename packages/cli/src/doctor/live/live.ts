import type { Terminal } from "../../terminal/terminal.js";
import type { Diagnosis } from "../command-hooks/diagnosis.js";
import { installed } from "../command-hooks/gather.js";
import { worstFirst } from "../findings/diagnose.js";
import { liveFindings } from "./live-findings.js";
import { probedEntry } from "./probed-entry.js";
import { tryAgent } from "./try-agent.js";

/** Runs the installed agent, and adds what was seen; nothing is added where it is not installed. */
export async function withTrial(diagnosis: Diagnosis, terminal: Terminal, signal: AbortSignal): Promise<Diagnosis> {
  const { agent, hooks } = diagnosis.facts;
  const program = installed(agent.program);
  if (program === undefined) return diagnosis;
  const entry = probedEntry(agent, hooks);
  const trial = await tryAgent(agent, program, entry, signal, (what) => terminal.progress(what));
  terminal.clearProgress();
  return { ...diagnosis, trial, findings: worstFirst([...diagnosis.findings, ...liveFindings(agent, trial)]) };
}
