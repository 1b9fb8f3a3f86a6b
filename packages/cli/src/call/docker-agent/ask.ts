import {
  type DockerAgentEvent,
  dockerAgentHost,
  type EffectOf,
  type HookResult,
  type HookRun,
  type Payload,
} from "@agent-hook/testing/docker-agent";
import { usageError } from "../../command-error.js";
import type { DockerAgentName } from "../../docker-agent-host.js";
import type { LaunchedHook } from "../../launched-hook.js";
import type { Question } from "./question.js";

/** A question and all that came of it. */
export interface Asked {
  readonly event: DockerAgentEvent;
  readonly payload: Payload;
  readonly run: HookRun;
  readonly result: HookResult | undefined;
  readonly effect: EffectOf<DockerAgentEvent>;
  /** From the start of the command to its end. */
  readonly ms: number;
}

/** Starts a hook once, as docker-agent does. Throws a usage error for an event that the version does not know. */
export async function ask(
  hook: LaunchedHook,
  { event, fields }: Question,
  host: DockerAgentName,
  timeoutMs: number | undefined,
): Promise<Asked> {
  const { command, timeout } = hook.at(event, host);
  const seconds = timeoutMs === undefined ? timeout : Math.ceil(timeoutMs / 1000);
  const lane = event === "pre_tool_use" ? host.lane : "default";
  const agent = dockerAgentHost({ version: host.version, lane, timeout: seconds, patience: PATIENCE_S });
  const begun = performance.now();
  try {
    const { payload, runs, result, effect } = await agent.ask(event, command, fields);
    const ms = performance.now() - begun;
    return { event, payload, run: runs[0] ?? {}, result, effect, ms };
  } catch (error) {
    // An event of another version, or a child of the hook that would hold docker-agent for ever.
    throw usageError((error as Error).message, error);
  }
}

const PATIENCE_S = 5;
