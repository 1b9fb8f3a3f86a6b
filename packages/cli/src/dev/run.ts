import { usageError } from "../command-error.js";
import type { Invocation } from "../invocation.js";
import { answerDescriptor } from "../trace/answer-descriptor.js";
import { dieBySignal } from "../trace/die-by-signal.js";
import type { Ending } from "../trace/start-hook.js";
import { reporter } from "./dev-report.js";
import { runDirectly } from "./run-directly.js";

/** The options of `dev`. */
export interface DevFlags {
  readonly log?: string;
  readonly watch?: readonly string[];
  readonly json?: true;
}

/** Runs a hook for an agent, and replaces it when its files change. Exits as the hook does. */
export async function dev(invocation: Invocation, { log, watch = [], json }: DevFlags): Promise<void> {
  const command = invocation.hookCommand("dev");
  const onReport = reporter(invocation.terminal, { log, json });
  process.stderr.on("error", () => {});
  const ending = await run();
  invocation.exitCode = ending === undefined ? 1 : "exit" in ending ? ending.exit : dieBySignal(ending.signal);

  async function run(): Promise<Ending | undefined> {
    const descriptor = answerDescriptor(process.env);
    if (descriptor !== undefined) {
      const { runOneShot } = await import("./one-shot.js");
      return runOneShot(command, { descriptor, watch, onReport });
    }
    // `config` and `doctor` need the description of the files as they are now.
    if (command.includes("--describe")) return runDirectly(command);
    if (process.stdin.isTTY) {
      throw usageError("an agent starts this command: write it in the agent's config, in front of the hook's command");
    }
    const { runPersistent } = await import("./persistent.js");
    return runPersistent(command, watch, onReport);
  }
}
