import { fieldIn, withFields } from "@agent-hook/sdk/internal/simulations";
import { effectOfAnswer, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { find } from "../../../sdk/test/launcher/find-program.js";
import type { GuaranteeCase } from "./case.js";
import type { CaseOutcome } from "./case-outcome.js";
import { commandOf, inEnvironment } from "./command.js";
import type { OneShot } from "./hosts.js";
import { strikeFromOutside, TAG } from "./processes.js";
import { fullPipe, runShell, type ShellResult } from "./run-shell.js";
import { FORBIDDEN, writeGuard } from "./source.js";
import type { Stage } from "./stage.js";

/** Far above the launcher's limit, in milliseconds. */
const LIMIT_MS = 20_000;
const LIMIT_WITHOUT_FAULTS_MS = 90_000;

/** Calls the guard as a one-shot host does. */
export async function runOneShot(one: GuaranteeCase, host: OneShot, shell: string, stage: Stage): Promise<CaseOutcome> {
  const { environment, faults } = one;
  const full = environment.stderr === "full" ? fullPipe(stage) : undefined;
  const command = commandOf(one, host, writeGuard(one, stage), stage);
  const payload = payloadOf(host, shell, stage);
  const { signal } = environment;
  const { outputGraceMs } = simulationOf(host);
  let striking: NodeJS.Timeout | undefined;
  try {
    const ended = await runShell(stage, {
      words: inEnvironment(one, stage, [...callerOf(one, host), command], full?.path),
      stdin: JSON.stringify(payload),
      env: { ...process.env, ...environment.variables, [TAG]: stage.tag },
      plumbing: environment.plumbing,
      limitMs: faults.length === 0 ? LIMIT_WITHOUT_FAULTS_MS : LIMIT_MS,
      ...(outputGraceMs === undefined ? {} : { heldMs: outputGraceMs }),
      started() {
        if (signal) striking = setTimeout(() => strikeFromOutside(signal, stage.tag), signal.afterMs);
      },
    });
    return outcomeOf(host, payload, ended);
  } finally {
    clearTimeout(striking);
    full?.close();
  }
}

/** Returns the shell that runs the host's command. */
function callerOf({ environment: { shell } }: GuaranteeCase, host: OneShot): readonly string[] {
  const own = simulationOf(host).shell;
  const [name = "", ...args] = shell === "own" ? own : shell === "busybox" ? ["busybox", "ash", "-c"] : [shell, "-c"];
  return [name.startsWith("/") ? name : (find(name) ?? name), ...args];
}

function payloadOf({ host }: OneShot, command: string, stage: Stage): Readonly<Record<string, unknown>> {
  const { payloads, simulation } = simulatedHost("guarantee", host);
  const { beforeTool, fields, shellTool, shellField = "command" } = simulation;
  const { folder: folderField = "cwd" } = fields;
  const call = { [fields.tool]: shellTool, [fields.input]: { [shellField]: command } };
  const recorded = payloads[beforeTool] ?? {};
  const folder = fieldIn(recorded, folderField) === undefined ? {} : { [folderField]: stage.folder };
  return withFields(recorded, { ...folder, ...call });
}

/** Applies the rules that were observed on the host. */
function outcomeOf({ host }: OneShot, payload: Readonly<Record<string, unknown>>, ended: ShellResult): CaseOutcome {
  const { late, ...how } = ended;
  const detail = JSON.stringify({ ...how, stdout: how.stdout.slice(0, 400), stderr: how.stderr.slice(-1200) });
  const { simulation, variant } = simulatedHost("guarantee", host);
  const answer = { ...how, ...(late ? { timedOut: true } : {}) };
  // A variant is called even for calls that the user's rules permit.
  const situation = variant === undefined ? {} : { permitted: true };
  const effectOf = (one: typeof answer | {}) => effectOfAnswer(host, simulation.beforeTool, payload, one, situation);
  const effect = effectOf(answer);
  const ran = effect.tool !== "does not run";
  // If no hook denies the call, the user's rules decide, and they may allow it.
  const allowed = effect.tool === "runs" || effect.tool === effectOf({}).tool;
  return { ran: ran && hasForbidden(effect.arguments ?? payload), allowed, late, detail };
}

function simulationOf({ host }: OneShot) {
  return simulatedHost("guarantee", host).simulation;
}

const hasForbidden = (args: unknown) => JSON.stringify(args).includes(FORBIDDEN);
