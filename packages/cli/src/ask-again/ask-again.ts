import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { type DecisionRecord, logFolder } from "@agent-hook/sdk/internal/record";
import { parseVersion } from "@agent-hook/sdk/internal/text";
import { callerOf } from "../call/caller-of.js";
import { CommandError, notRunError, usageError } from "../command-error.js";
import { findProgram } from "../config/find-program.js";
import { readManifest } from "../config/read-manifest.js";
import { toAbsolute } from "../config/resolve-command.js";
import type { HookSummary } from "../host-config/index.js";
import { type CallableHost, hostNamed, PICOCLAW, picoclaw } from "../host-option.js";
import { readDecisions } from "../log/records.js";
import { assertWholeCall, whyNotThisHook } from "./why-not-again.js";

/**
 * Makes the call of a decision again, with the hook as its files are now, and returns the new decision. Rejects with a
 * `CommandError` if the log does not have the whole call, or if the hook does not start.
 */
export type AskAgain = (record: DecisionRecord) => Promise<DecisionRecord>;

/**
 * Returns a function that makes recorded calls again. Each starts a process of its own, and nobody else receives the
 * answer: no tool runs, and no agent notices. The process has an empty store and another log, so that it changes no later
 * decision. Throws a `CommandError` if the program is missing.
 */
export function askAgainWith([program, ...args]: readonly [string, ...string[]]): AskAgain {
  const command = [findProgram(program), ...args.map(toAbsolute)] as const;
  return async (record) => {
    assertWholeCall(record);
    const manifest = await readManifest(command);
    const refusal = whyNotThisHook(record, command, manifest);
    if (refusal !== undefined) throw usageError(refusal);
    const state = await mkdtemp(join(tmpdir(), "agent-hook-again-"));
    try {
      const env = environment(state);
      const caller = await callerOf(hostOf(record));
      await caller.loggedCall(record).make(command, { env, timeoutMs: timeoutMsFor(manifest) });
      return await lastIn(env);
    } finally {
      await rm(state, { recursive: true, force: true });
    }
  };
}

/** Returns the host in the version of the call, or in the newest one if the rules of that version are not known. */
function hostOf({ host: { name, version } }: DecisionRecord): CallableHost {
  if (name === PICOCLAW) return picoclaw(parseVersion(version ?? "") ?? NEWEST_VERSION, true);
  try {
    return hostNamed(version === undefined ? name : `${name}@${version}`);
  } catch (error) {
    if (error instanceof CommandError) return hostNamed(name);
    throw error;
  }
}

/** The hook's own deadlines, and the launcher's limit, come first. */
function timeoutMsFor({ deadlines }: HookSummary): number {
  const { interceptMs = 5000, approveMs = 60_000, oneCallMs = 0 } = deadlines ?? {};
  return Math.max(interceptMs, approveMs, oneCallMs) + 10_000;
}

function environment(state: string) {
  return { XDG_STATE_HOME: state, AGENT_HOOK_LOG: "on", AGENT_HOOK_STORE: "memory:once", OTEL_SDK_DISABLED: "true" };
}

/** The launcher's record, if the hook died, comes last, too. */
async function lastIn(env: NodeJS.ProcessEnv): Promise<DecisionRecord> {
  const { records } = await readDecisions(logFolder(env) ?? "", () => true, 1);
  const [last] = records;
  if (last !== undefined) return last;
  throw notRunError("the hook ended without a decision. To see why: agent-hook call");
}
