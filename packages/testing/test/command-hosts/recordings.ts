import { readdirSync, readFileSync } from "node:fs";
import { SIMULATED_HOSTS, SIMULATIONS } from "@agent-hook/sdk/simulations";
import type { CommandHostName, HookAnswer, Payload, Situation } from "../../src/command-hosts/index.js";

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
    readonly modelSaw?: readonly string[];
    readonly diagnostics?: readonly string[];
    /** The events that occurred, in order. */
    readonly events?: string;
    readonly note?: string;
  };
}

/**
 * The hosts whose outcomes are runs of the whole program. Those of docker-agent are results of its executor, with tests
 * in `test/docker-agent`.
 */
export const RUN_HOSTS = SIMULATED_HOSTS.filter((name) => name !== "docker-agent");
export type RunHost = (typeof RUN_HOSTS)[number];

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
