import { homedir } from "node:os";
import type { Terminal } from "../../terminal/terminal.js";
import type { Consent } from "../consent.js";
import type { ToolCall } from "../live/try-hook.js";
import type { Outcome } from "../outcome.js";
import { untilSignal } from "../until-signal.js";
import type { CommandHookAgent, HookFile, Machine } from "./agent.js";
import { type Diagnosis, diagnoseAgent, findingsOf } from "./diagnosis.js";
import { placesOf } from "./places.js";
import { printAgent } from "./print.js";
import { isHealthy, reportOf } from "./report.js";

/** How agents are looked at. */
export interface Look {
  /** That file alone. */
  readonly file?: HookFile | undefined;
  /** Whether the installed agents are run. */
  readonly live?: boolean;
  /** They are run with the user's own hooks, and their model makes this call. */
  readonly call?: ToolCall | undefined;
  readonly consent: Consent;
  /** Whether there is something to say of an agent without hooks. */
  readonly named: boolean;
}

/** Looks at these agents. Throws `CommandError`. */
export async function ofAgents(
  agents: readonly CommandHookAgent[],
  { file, live, call, named, consent }: Look,
  terminal: Terminal,
): Promise<Outcome[]> {
  const machine = thisMachine();
  const diagnoses: Diagnosis[] = [];
  for (const agent of agents) {
    const places = file === undefined ? placesOf(agent, machine) : [file];
    const diagnosis = await diagnoseAgent(agent, places, machine, consent, terminal);
    diagnoses.push(named ? diagnosis : withoutEmpty(diagnosis));
  }
  const tried = live ? await withTrials(diagnoses, call, terminal) : diagnoses;
  return tried.filter((diagnosis) => named || isTold(diagnosis)).map((diagnosis) => outcomeOf(diagnosis, terminal));
}

/** The user's own. */
export function thisMachine(): Machine {
  const { env, platform } = process;
  return { env, home: env.HOME || homedir(), folder: process.cwd(), platform };
}

async function withTrials(
  diagnoses: readonly Diagnosis[],
  call: ToolCall | undefined,
  terminal: Terminal,
): Promise<Diagnosis[]> {
  const { withTrial, withHookTrials } = await import("../live/live.js");
  const tried: Diagnosis[] = [];
  await untilSignal(async (signal) => {
    for (const diagnosis of diagnoses) {
      const trial =
        call === undefined ? withTrial(diagnosis, terminal, signal) : withHookTrials(diagnosis, call, terminal, signal);
      tried.push(await trial);
    }
  });
  return tried;
}

/** Many have an agent and no hook for it. */
function withoutEmpty({ findings, ...diagnosis }: Diagnosis): Diagnosis {
  return { ...diagnosis, findings: findings.filter(({ id }) => id !== "nothing-guards") };
}

function isTold({ facts: { entries, served, files, faults }, trial }: Diagnosis): boolean {
  return (
    entries.length + served.length > 0 ||
    faults.length > 0 ||
    files.some(({ fault }) => fault !== undefined) ||
    trial !== undefined
  );
}

function outcomeOf(diagnosis: Diagnosis, terminal: Terminal): Outcome {
  return {
    json: reportOf(diagnosis),
    healthy: isHealthy(findingsOf(diagnosis)),
    tried: diagnosis.trial !== undefined || diagnosis.hookTrials !== undefined,
    print: () => printAgent(diagnosis, terminal),
  };
}
