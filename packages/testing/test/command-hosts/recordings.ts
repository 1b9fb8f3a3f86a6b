import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import type { CommandHostName, HookAnswer, Payload, Situation } from "../../src/internal/command-hosts.js";

/** A run of the real program in which one hook answered one event. */
export interface Outcome {
  /** `null` if no hook printed an answer. */
  readonly event: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
  /** Longer than the timeout of the run. */
  readonly sleepMs?: number;
  readonly observed: {
    readonly scenario: string;
    readonly tool?: "ran" | "did not run" | "ran with the hook's arguments";
    readonly modelRequests?: number;
    readonly printed?: string;
    /** What the model reads in place of a shell line of a skill. */
    readonly line?: string;
    readonly modelSaw?: readonly string[];
    readonly diagnostics?: readonly string[];
    /** The events that occurred, in order. */
    readonly events?: string;
    readonly note?: string;
  };
}

/** What tests need to know about a host and its recordings: `about.json` in its fixtures. */
export interface About {
  /** What happens to a call that no hook decides about. Default: `runs`. */
  readonly undecided?: "asks";
  readonly deniesAtTimeout?: true;
  /** Whether it denies if the hook prints anything next to its answer. */
  readonly deniesNoise?: true;
  /** Whether it cannot be asked about an event that was not recorded. */
  readonly refusesUnknownEvents?: true;
  /** Present if the outcomes are runs of the whole program, not of a part of it. */
  readonly runs?: Runs;
}

interface Runs {
  /** The number of recorded runs. */
  readonly outcomes: number;
  /** An event at which it accepts context, and the answer. */
  readonly context: { readonly event: string; readonly answer: object };
  /** Events that occur before the model is asked about the prompt. */
  readonly beforeModel?: readonly string[];
  /** Set if it keeps the arguments that a hook leaves out. The recordings then have no rewrite that replaces all. */
  readonly keepsArguments?: true;
  /** Decisions whose answer has no recorded run. `packages/interop/real/facts.test.ts` runs the real agents with them. */
  readonly unrecorded?: readonly string[];
  /** Scenarios that the effect of a single answer cannot express, and why. */
  readonly inexpressible?: Readonly<Record<string, string>>;
  /** Scenarios in which the hook was configured, but its event did not occur. */
  readonly unasked?: readonly string[];
  /** The payloads of scenarios with a tool other than the shell, or with another part of a reply. */
  readonly payloads?: Readonly<Record<string, string>>;
  /** Events at which the recordings omit what the model saw. */
  readonly unrecordedContext?: readonly string[];
}

export function aboutOf(host: CommandHostName): About {
  const file = new URL(`../../../sdk/src/hosts/${host}/fixtures/about.json`, import.meta.url);
  if (!existsSync(file))
    throw new Error(`expected fixtures/about.json in the folder of ${host}; {} if it has no facts`);
  return JSON.parse(readFileSync(file, "utf8")) as About;
}

/** The hosts whose outcomes are runs of the whole program. */
export const RUNS: readonly (readonly [host: CommandHostName, runs: Runs])[] = SIMULATED_HOSTS.flatMap((host) => {
  const { runs } = aboutOf(host);
  return runs === undefined ? [] : [[host, runs] as const];
});

const folderOf = (host: CommandHostName) =>
  new URL(`../../../sdk/src/hosts/${host}/fixtures/${SIMULATIONS[host].version}/`, import.meta.url);

export function recordedOutcomes(host: CommandHostName): readonly Outcome[] {
  const text = readFileSync(new URL("outcomes.jsonl", folderOf(host)), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Outcome);
}

/** Returns the payloads by file name: the event, with a suffix if it has several payloads. */
export function recordedPayloads(host: CommandHostName): Readonly<Record<string, Payload>> {
  const folder = new URL("events/", folderOf(host));
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files
      .sort()
      .map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(new URL(name, folder), "utf8"))]),
  );
}

/** The answer of a recorded hook. */
export function answerOf({ stdout, stderr, exit, sleepMs }: Outcome): HookAnswer {
  return { stdout, stderr, exit, ...(sleepMs === undefined ? {} : { timedOut: true }) };
}

/** Returns how the program was configured to treat the tool, based on the scenario. */
export function situationOf({ event, observed: { scenario } }: Outcome): Situation {
  if (scenario.startsWith("onFailure")) return { onFailure: "block" };
  if (/^(na-|denytool)|-again$|^pr-none/.test(scenario)) return { permitted: false };
  return event === "permissionRequest" ? { permitted: true } : {};
}
