import { readFileSync } from "node:fs";
import { MACHINES } from "@agent-hook/sdk/internal/machines";
import { ancestorsOf, type RunningProcess } from "@agent-hook/sdk/internal/questions";
import { usageError } from "./command-error.js";

/** Variables that several agents set for the commands that they run, or that the launcher sets for a hook. */
const SHARED_MARKS = ["AI_AGENT", "AGENT_HOOK_EVENT", "AGENT_HOOK_FD", "AGENT_HOOK_KEY"];

/** Returns what shows that this program runs in an agent's shell, as part of a sentence, or `undefined`. */
export function agentMark(
  chain: readonly RunningProcess[] = ancestorsOf(process.pid),
  environments: (pid: number) => readonly string[] = variablesOf,
): string | undefined {
  const marks = [...SHARED_MARKS, ...Object.values(MACHINES).flatMap(({ shellMarks }) => shellMarks)];
  const isMark = (name: string) =>
    marks.some((mark) => (mark.endsWith("*") ? name.startsWith(mark.slice(0, -1)) : name === mark));
  const names = [...Object.keys(process.env), ...chain.slice(1).flatMap(({ pid }) => environments(pid))];
  const variable = names.find(isMark);
  if (variable !== undefined) return `which set ${variable}`;
  const agents = Object.values(MACHINES).flatMap(({ processes, programs }) => [...processes, ...programs]);
  const agent = chain.slice(1).find(({ name }) => agents.includes(name));
  return agent && `which ${agent.name} started`;
}

/**
 * Returns why a command is refused in an agent's shell, or `undefined` elsewhere: an agent must not change what guards it,
 * or undo what a person saw.
 */
export function whyAgentMayNot(command: string): string | undefined {
  const mark = agentMark();
  return mark === undefined
    ? undefined
    : `${command} needs a person, and this is the shell of an agent, ${mark}: the user can run it in a terminal of their own. --yes does not count here`;
}

/** Throws `CommandError` in an agent's shell. */
export function assertNotAgent(command: string): void {
  const why = whyAgentMayNot(command);
  if (why !== undefined) throw usageError(why);
}

/** The names of the variables with which a process was started, if the system shows them. */
function variablesOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, "latin1");
    return text.split("\0").map((entry) => entry.slice(0, Math.max(0, entry.indexOf("="))));
  } catch {
    return [];
  }
}
