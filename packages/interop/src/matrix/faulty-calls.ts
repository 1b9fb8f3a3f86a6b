import type { AgentRunner, Outcome } from "../agents/agent-runner.js";
import { sharedSession } from "../agents/shared-session.js";
import { writeKilled } from "../logged-denials.js";
import { type Fault, faultyCommand, faultyRun, nameOf, type Role } from "./faults.js";

/** What happened to a call that a hook with a fault was asked about. */
export interface FaultyCall extends Outcome {
  /** The faults of all calls in its session. */
  readonly inSession: readonly Fault[];
}

/** Returns the text of the file that a fault's call may read. */
export function secretOf(fault: Fault): string {
  return `the ${nameOf(fault)} secret`;
}

/** Returns whether the hook's process is killed and leaves no child. */
export function isKilled({ behaviour = "", wrapper }: Fault): boolean {
  return behaviour.startsWith("die") && wrapper === undefined;
}

/** Returns a function with which an agent calls a hook that has one of these faults. Some share a session. */
export function faultyCalls(role: Role, faults: readonly Fault[], command: (fault: Fault) => string) {
  const commandOf = (fault: Fault) => faultyCommand(fault, command(fault));
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) groups.set(keyOf(role, fault), [...(groups.get(keyOf(role, fault)) ?? []), fault]);
  const sessions = [...groups.values()].map((group) => {
    const project = Object.fromEntries(group.map((fault) => [`secret-${nameOf(fault)}.txt`, secretOf(fault)]));
    const inspect = role === "guard" && group.some(isKilled) ? { inspect: writeKilled } : {};
    const run = { ...faultyRun(role, group[0] as Fault), project, ...inspect };
    return { group, call: sharedSession(() => run, group.map(commandOf)) };
  });
  return async (fault: Fault, agent: AgentRunner): Promise<FaultyCall> => {
    const session = sessions.find(({ group }) => group.includes(fault));
    if (session === undefined) throw new Error(`expected one of the faults of these calls, got: ${fault.title}`);
    const outcome = await session.call(agent, commandOf(fault));
    return { ...outcome, inSession: agent.runSession ? session.group : [fault] };
  };
}

/**
 * Faults with the same key share a session. They need the same config, and what a child leaves behind is only found at
 * the end. The failure of a redactor ends the turn of some agents.
 */
function keyOf(role: Role, { title, edit, leavesChild, slow }: Fault): string {
  return role === "redactor" || edit || leavesChild ? title : `slow: ${slow}`;
}
