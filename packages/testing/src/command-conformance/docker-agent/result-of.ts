import {
  type DockerAgentEvent,
  type DockerAgentVersion,
  executeHooks,
  type HookResult,
  type HookRun,
  type Variant,
} from "../../docker-agent/index.js";
import type { Run } from "../lab.js";

/** Returns docker-agent's result of a run at an event. */
export type ResultOf = (event: DockerAgentEvent, run: Run, variant?: Variant) => HookResult;

export function resultBy(version: DockerAgentVersion): ResultOf {
  return (event, { stdout, stderr, exit, signal, late }, variant = "default") => {
    const run: HookRun = {
      stdout,
      stderr,
      ...(exit === undefined ? {} : { exit }),
      ...(signal === undefined ? {} : { signal }),
      ...(late ? { failed: "timed out" } : {}),
    };
    return executeHooks([run], { version, event, variant });
  };
}
