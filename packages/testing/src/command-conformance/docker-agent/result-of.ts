import {
  type DockerAgentEvent,
  type DockerAgentVersion,
  executeHooks,
  type HookResult,
  type HookRun,
  type Lane,
} from "../../docker-agent/index.js";
import type { Run } from "../lab.js";

/** What docker-agent makes of a run at an event. */
export type ResultOf = (event: DockerAgentEvent, run: Run, lane?: Lane) => HookResult;

export function resultBy(version: DockerAgentVersion): ResultOf {
  return (event, { stdout, stderr, exit, signal, late }, lane = "default") => {
    const run: HookRun = {
      stdout,
      stderr,
      ...(exit === undefined ? {} : { exit }),
      ...(signal === undefined ? {} : { signal }),
      ...(late ? { failed: "timed out" } : {}),
    };
    return executeHooks([run], { version, event, lane });
  };
}
