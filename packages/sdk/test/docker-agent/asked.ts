import type { DockerAgentAnswer, Hook } from "../../src/index.js";
import { type Clock, type HookFailure, runInProcess } from "../../src/serve/in-process.js";

interface Surroundings {
  /** What `--host` would say; default `docker-agent`. */
  readonly host?: string;
  readonly clock?: Clock;
}

/** What docker-agent gets of a hook for one event. */
export interface Asked {
  /** The answer as text; nothing: no opinion. */
  readonly text: string | undefined;
  readonly document: DockerAgentAnswer | undefined;
  /** What the exit code must say where there is no document for it. */
  readonly refusal: string | undefined;
  readonly failures: readonly HookFailure[];
  readonly stderr: string;
}

/** Asks a hook in this process, with a payload or with the text on its stdin. */
export async function asked(hook: Hook, said: object | string, surroundings: Surroundings = {}): Promise<Asked> {
  const { host = "docker-agent", clock } = surroundings;
  const failures: HookFailure[] = [];
  const stderr: string[] = [];
  const written: string[] = [];
  const running = await runInProcess(hook, {
    host,
    env: {},
    write: (text) => written.push(text),
    writeError: (text) => stderr.push(text),
    onFailure: (failure) => failures.push(failure),
    ...(clock === undefined ? {} : { clock }),
  });
  running.receive((typeof said === "string" ? said : JSON.stringify(said)).split("\n"));
  const answer = await running.heardAll();
  await running.end(0);
  const text = answer?.document;
  if (written.join("") !== (text === undefined ? "" : `${text}\n`)) throw new Error(`written: ${written.join("")}`);
  return {
    text,
    document: text === undefined ? undefined : JSON.parse(text),
    refusal: answer?.refusal,
    failures,
    stderr: stderr.join(""),
  };
}

/** The denial of a tool call that docker-agent takes in every lane of every version. */
export function denial(reason: unknown, event = "pre_tool_use") {
  return {
    decision: "block",
    hook_specific_output: {
      hook_event_name: event,
      permission_decision: "deny",
      permission_decision_reason: reason,
    },
  };
}

/** An answer that goes by one field of an event. */
export function specific(event: string, output: object) {
  return { hook_specific_output: { hook_event_name: event, ...output } };
}

export const WITHHELD = /^\[withheld: hook failed, [0-9a-f]{8}\]$/;
