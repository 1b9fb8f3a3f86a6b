import { type GuaranteeCase, withoutFaults } from "./case.js";
import type { CaseOutcome } from "./case-outcome.js";
import { runCivic } from "./civic.js";
import { mayDenyAll } from "./environments.js";
import { hostNamed } from "./hosts.js";
import { runMcp } from "./mcp.js";
import { runOneShot } from "./one-shot.js";
import { runPersistent } from "./persistent.js";
import { FORBIDDEN } from "./source.js";
import { Stage } from "./stage.js";

/** The result of a case. */
export interface CaseResult {
  /** What does not hold, or `undefined`. */
  readonly wrong?: string;
  readonly detail: string;
  /** The names of the faults that struck. */
  readonly struck: readonly string[];
}

/** Returns what is wrong with a case, or `undefined`. Skips the control runs. */
export async function problemIn(one: GuaranteeCase): Promise<string | undefined> {
  return problemOf((await runCase(one, FORBIDDEN)).seen);
}

/** Runs a case and its control runs. Without the fault, the guard must deny the call and allow a harmless one. */
export async function runWithControls(one: GuaranteeCase): Promise<CaseResult> {
  const { seen, struck } = await runCase(one, FORBIDDEN);
  const broken = problemOf(seen);
  if (broken !== undefined) return { wrong: broken, detail: seen.detail, struck };
  const withoutFault = withoutFaults(one);
  const denied = await runCase(withoutFault, FORBIDDEN);
  const controlProblem = problemOf(denied.seen);
  if (controlProblem !== undefined)
    return { wrong: `without any fault ${controlProblem}`, detail: denied.seen.detail, struck };
  if (mayDenyAll(one.environment)) return { detail: seen.detail, struck };
  const harmless = await runCase(withoutFault, "ls");
  const wrong = harmless.seen.allowed ? undefined : "without any fault the harmless call did not run";
  return { ...(wrong === undefined ? {} : { wrong }), detail: wrong ? harmless.seen.detail : seen.detail, struck };
}

function problemOf({ ran, late }: CaseOutcome): string | undefined {
  if (late) return `the host had no answer before its own limit${ran ? ", and the denied call ran" : ""}`;
  return ran ? "the denied call ran" : undefined;
}

async function runCase(one: GuaranteeCase, shell: string): Promise<{ seen: CaseOutcome; struck: readonly string[] }> {
  const stage = new Stage(one);
  try {
    return { seen: await callGuard(one, shell, stage), struck: stage.struck };
  } finally {
    stage.end();
  }
}

function callGuard(one: GuaranteeCase, shell: string, stage: Stage): Promise<CaseOutcome> {
  const host = hostNamed(one.host);
  switch (host.kind) {
    case "one-shot":
      return runOneShot(one, host, shell, stage);
    case "mcp":
      return runMcp(one, shell, stage);
    case "civic":
      return runCivic(one, shell, stage);
    default:
      return runPersistent(one, shell, stage);
  }
}
