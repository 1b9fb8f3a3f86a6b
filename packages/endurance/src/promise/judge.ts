import { type PromiseCase, withoutFaults } from "./case.js";
import { askCivic } from "./civic.js";
import { mayRefuseAll } from "./environments.js";
import { hostNamed } from "./hosts.js";
import { askMcp } from "./mcp.js";
import { askOneShot } from "./one-shot.js";
import { askPersistent } from "./persistent.js";
import type { Seen } from "./seen.js";
import { FORBIDDEN } from "./source.js";
import { Stage } from "./stage.js";

/** The result of a case. */
export interface Verdict {
  /** What does not hold, or `undefined`. */
  readonly wrong?: string;
  readonly detail: string;
  /** The names of the faults that struck. */
  readonly struck: readonly string[];
}

/** Returns what is wrong with a case, or `undefined`. Skips the control runs. */
export async function wrongIn(one: PromiseCase): Promise<string | undefined> {
  return brokenBy((await played(one, FORBIDDEN)).seen);
}

/** Runs a case and its control runs: without the fault, the guard must deny the call and allow a harmless one. */
export async function judged(one: PromiseCase): Promise<Verdict> {
  const { seen, struck } = await played(one, FORBIDDEN);
  const broken = brokenBy(seen);
  if (broken !== undefined) return { wrong: broken, detail: seen.detail, struck };
  const sound = withoutFaults(one);
  const denied = await played(sound, FORBIDDEN);
  const unsound = brokenBy(denied.seen);
  if (unsound !== undefined) return { wrong: `without any fault ${unsound}`, detail: denied.seen.detail, struck };
  if (mayRefuseAll(one.environment)) return { detail: seen.detail, struck };
  const harmless = await played(sound, "ls");
  const wrong = harmless.seen.allowed ? undefined : "without any fault the harmless call did not run";
  return { ...(wrong === undefined ? {} : { wrong }), detail: wrong ? harmless.seen.detail : seen.detail, struck };
}

function brokenBy({ ran, late }: Seen): string | undefined {
  if (late) return `the host had no answer before its own limit${ran ? ", and the denied call ran" : ""}`;
  return ran ? "the denied call ran" : undefined;
}

async function played(one: PromiseCase, shell: string): Promise<{ seen: Seen; struck: readonly string[] }> {
  const stage = new Stage(one);
  try {
    return { seen: await ask(one, shell, stage), struck: stage.struck };
  } finally {
    stage.end();
  }
}

function ask(one: PromiseCase, shell: string, stage: Stage): Promise<Seen> {
  const host = hostNamed(one.host);
  switch (host.kind) {
    case "one-shot":
      return askOneShot(one, host, shell, stage);
    case "mcp":
      return askMcp(one, shell, stage);
    case "civic":
      return askCivic(one, shell, stage);
    default:
      return askPersistent(one, shell, stage);
  }
}
