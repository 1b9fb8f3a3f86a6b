import type { ModInstall } from "@agent-hook/sdk/internal/installs";
import { callPrompt, type LiveAgent, runAgent, writeFiles, writeHooks } from "@agent-hook/sdk/internal/live-agents";
import { versionOf } from "../../config/version-of.js";
import type { CommandHookHost } from "../../host-config/installs.js";
import type { ProbeAction, ProbedEntry } from "./probed-entry.js";

/** The result of one run of the agent. */
export interface TrialRun {
  readonly probeAction: ProbeAction;
  /** Whether the tool ran. */
  readonly ran: boolean;
  /** What the model received as the tool's result, or instead of it. */
  readonly modelText?: string;
  /** Set if a denial ends the turn of this agent. */
  readonly denialEndsTurn?: true;
  /** Why the run proves nothing, such as that the agent did not call its model. */
  readonly failure?: string;
  /** Set if it proves nothing because the agent did not exit in time. */
  readonly timedOut?: true;
}

/** The results of all runs. */
export interface Trial {
  readonly program: string;
  readonly version?: string;
  readonly entry: ProbedEntry;
  readonly runs: readonly TrialRun[];
}

/** For each run: a busy machine starts agents slowly. */
const TIMEOUT_MS = 60_000;
const RUNS: readonly ProbeAction[] = ["nothing", "deny", "die", "launcher-missing"];

/**
 * Makes the installed agent call its shell tool once for each action of the probe, with a mock model, in temporary
 * folders and without the user's settings. Stops after a run that proves nothing.
 */
export async function tryAgent(
  agent: CommandHookHost,
  live: LiveAgent,
  program: string,
  entry: ProbedEntry,
  signal: AbortSignal,
  onProgress: (what: string) => void,
  hasMod: boolean,
): Promise<Trial> {
  const version = await versionOf(program, signal);
  const runs: TrialRun[] = [];
  const mod = hasMod ? agent.mod : undefined;
  for (const action of mod === undefined ? RUNS : [...RUNS, "answer" as const]) {
    if (signal.aborted || runs.some(({ failure }) => failure !== undefined)) break;
    onProgress(`running ${agent.program}: ${action === "nothing" ? "the probe makes no decision" : action}`);
    runs.push(await run(live, program, entry, action, signal, action === "answer" ? mod : undefined));
  }
  return { program, ...(version && { version }), entry, runs };
}

async function run(
  agent: LiveAgent,
  program: string,
  entry: ProbedEntry,
  action: ProbeAction,
  signal: AbortSignal,
  mod: ModInstall | undefined,
): Promise<TrialRun> {
  const { tool, arguments: args } = agent.shellCall("echo ran > ran.txt");
  const agentRun = await runAgent({
    agent,
    program,
    prompt: callPrompt(tool, args),
    limitMs: TIMEOUT_MS,
    signal,
    prepare: async ({ home }) => {
      await writeHooks(agent, home, entry.file(action));
      if (mod !== undefined) await writeFiles(mod.folder({}, home, PROBE_MOD), modFiles(mod, entry.command(action)));
    },
  });
  const ran = Object.hasOwn(agentRun.project, "ran.txt");
  const modelText = agentRun.results.at(-1);
  const result = {
    probeAction: action,
    ran,
    ...(modelText !== undefined && { modelText }),
    ...(agent.denialEndsTurn && { denialEndsTurn: agent.denialEndsTurn }),
  };
  if (agentRun.timedOut) {
    return { ...result, failure: `it did not exit within ${TIMEOUT_MS / 1000} s`, timedOut: true };
  }
  const isSilent = agentRun.requests.every(({ input }) => input === undefined);
  if (!isSilent && (action !== "nothing" || ran)) return result;
  const lastOutput = `${agentRun.stderr}${agentRun.stdout}`.trim().split("\n").slice(-3).join("\n");
  const why = isSilent ? "it did not call its model" : "the tool did not run";
  return { ...result, failure: `${why}${lastOutput === "" ? "" : `; its output: ${lastOutput}`}` };
}

const PROBE_MOD = "agent-hook-doctor";

function modFiles(mod: ModInstall, command: readonly string[]) {
  const hook = { name: PROBE_MOD, points: ["beforeTool"], respondsTo: ["x"], tools: [], onFailure: "block" } as const;
  return mod.files(hook, { name: PROBE_MOD, command, seconds: 6 });
}
