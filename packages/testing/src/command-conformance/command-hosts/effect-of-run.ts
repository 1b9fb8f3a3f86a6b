import { type CommandHostName, type Effect, effectOfAnswer, type Payload } from "../../command-hosts/index.js";
import type { Run } from "../lab.js";

/** Returns the effect of a run at an event on the host. */
export function effectOfRun(name: CommandHostName, event: string, payload: Payload, run: Run): Effect {
  const { stdout, stderr, exit, signal, late } = run;
  return effectOfAnswer(name, event, payload, {
    stdout,
    stderr,
    ...(exit === undefined ? {} : { exit }),
    ...(signal === undefined ? {} : { signal }),
    ...(late ? { timedOut: true } : {}),
  });
}
