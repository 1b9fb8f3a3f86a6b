import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type SampleCall,
  SIMULATIONS,
  type SimulatedHost,
  type Simulation,
} from "@agent-hook/sdk/internal/simulations";
import { matchesTool, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { askHost, type HostAnswer } from "../../call/one-shot/ask-host.js";
import type { Entry, LaunchedHost } from "../launched/entry.js";
import { PROBE_FOLDER, PROBE_SESSION, type Probe, sampleFile } from "./probe.js";

/** The longest wait for a hook that hangs. */
const MAX_WAIT_S = 30;
/** How much longer to wait for a child of the hook, in seconds. The agent itself would wait forever. */
const EXTRA_WAIT_S = 1;

/** The settings for calling an entry. */
interface CallSetting {
  readonly host: LaunchedHost;
  /**
   * The entry's folder. If the entry names no folder, a new folder: no command may depend on the working directory of
   * doctor, except a command that is for the project.
   */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeout: number;
  readonly signal: AbortSignal;
}

export interface ProbeOptions {
  /** The project folder. */
  readonly project: string;
  readonly signal: AbortSignal;
}

/**
 * Makes a harmless call to the first entry that is called before tools and would receive this call. Runs the whole
 * command as the agent does: in the agent's shell, with the entry's environment and timeout. Returns `undefined` if no
 * entry would receive the call.
 */
export async function makeProbe(
  host: LaunchedHost,
  entries: readonly Entry[],
  { project, signal }: ProbeOptions,
): Promise<Probe | undefined> {
  const { beforeTool, harmlessCalls } = simulationOf(host.name);
  const cwd = await realpath(await mkdtemp(join(tmpdir(), PROBE_FOLDER)));
  try {
    for (const entry of entries.filter((one) => one.event === beforeTool && !one.raw.if && isFolderKnown(one))) {
      const call = harmlessCalls(sampleFile(cwd)).find(({ tool }) => matches(host.name, tool, entry.matcher));
      if (call !== undefined) return await callEntry(entry, call, { ...settingFor(host, entry, project, cwd), signal });
    }
    return undefined;
  } finally {
    await rm(cwd, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A folder that is relative or has variables depends on where the agent runs. */
function isFolderKnown({ workingDir }: Entry): boolean {
  return workingDir === undefined || (workingDir.startsWith("/") && !workingDir.includes("$"));
}

function settingFor(
  host: LaunchedHost,
  { env, timeout, workingDir, launched, written }: Entry,
  project: string,
  cwd: string,
): Omit<CallSetting, "signal"> {
  const known = Object.entries(env).filter(([, value]) => !value.includes("${"));
  const variables = (simulationOf(host.name).projectVariables ?? []).map((name) => [name, project]);
  return {
    host,
    // The command of an entry that a team shares finds the project from the agent's folder.
    cwd: workingDir ?? (written?.project === undefined ? cwd : project),
    // Inspecting a hook must not record anything.
    env: { ...process.env, ...Object.fromEntries([...variables, ...known]), AGENT_HOOK_TRACE: "" },
    // A timeout below the launcher's limit is reported separately.
    timeout: Math.min(Math.max(timeout, (launched?.seconds ?? 0) + 1), MAX_WAIT_S),
  };
}

function simulationOf(host: string): Simulation {
  return SIMULATIONS[host as SimulatedHost];
}

/** Returns whether the agent calls an entry with this matcher for a tool. */
function matches(host: string, tool: string, matcher: string | undefined): boolean {
  const { matchers } = simulationOf(host);
  return matcher === undefined || matchesTool(matcher, tool, matchers ?? { isWhole: true });
}

async function callEntry({ command, event }: Entry, call: SampleCall, setting: CallSetting): Promise<Probe> {
  const { cwd, env, timeout, signal } = setting;
  const host = simulatedHost("doctor", setting.host.name as SimulatedHost);
  const { fields } = host.simulation;
  const session = fields.session === undefined ? {} : { [fields.session]: PROBE_SESSION };
  const callFields = { ...session, [fields.tool]: call.tool, [fields.input]: call.input };
  const options = { cwd, env, timeout, patience: EXTRA_WAIT_S, signal };
  const startedAt = performance.now();
  try {
    const answer = await askHost(host, event, withoutResident(command), callFields, options);
    const { ms, stderr, decision } = answer;
    const { kind, sentence } = decision;
    const denied = kind === "denied" || kind === "aborted" ? ({ denied: true } as const) : {};
    const failure = failureOf(answer, timeout);
    return { event, call, ms, stderr, sentence, ...denied, ...(failure === undefined ? {} : { failure }) };
  } catch (error) {
    // The agent's shell is missing, or a child process of the hook would block the agent forever.
    const { message } = error as Error;
    return { event, call, ms: performance.now() - startedAt, stderr: [], sentence: "", failure: message };
  }
}

/**
 * Returns the command for a call that starts the hook. A process that stays would outlive doctor, and nobody would ask it
 * again: it answers only in the folder in which it was started.
 */
function withoutResident(command: string): string {
  return command.replace(/(?<=\/guard\.sh' )resident-(?=(?:block|continue) )/, "");
}

/** Returns why the agent has no answer, or why the answer is not the hook's decision. */
function failureOf({ answer, decision }: HostAnswer, timeout: number): string | undefined {
  const { exit = 0, signal, timedOut } = answer;
  if (timedOut) return `it did not answer within ${timeout} s`;
  if (signal !== undefined) return `it was killed by ${signal}`;
  if (exit !== 0 && exit !== 2) return `it exited with code ${exit}, which is not an answer`;
  return decision.kind === "failed" ? decision.sentence.replace(/^failed: /, "") : undefined;
}
