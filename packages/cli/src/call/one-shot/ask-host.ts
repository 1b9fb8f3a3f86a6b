import type { Effect, HookAnswer, Payload } from "@agent-hook/sdk/internal/simulations";
import { type CommandHostOptions, commandHost, type SimulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { linesIn } from "../../start-failure.js";
import type { CallDecision } from "../call-decision.js";
import { handlerFailures, unlessFailed } from "../handler-failures.js";
import { decisionOf } from "./decision.js";

/** A call of a one-shot host and its result. */
export interface HostAnswer {
  readonly payload: Payload;
  readonly answer: HookAnswer;
  /** What the host does next. */
  readonly effect: Effect;
  readonly decision: CallDecision;
  readonly stderr: readonly string[];
  /** The failures that the hook answered according to its failure policy. */
  readonly failures: readonly string[];
  /** Milliseconds from the start of the command to its end. */
  readonly ms: number;
}

/**
 * Starts a command for an event, as the host does. `fields` override those of the recorded payload. Rejects if the host has
 * no such event, if its shell is missing, or if it would wait forever.
 */
export async function askHost(
  host: SimulatedHost,
  event: string,
  command: string,
  fields: Payload,
  options: CommandHostOptions,
): Promise<HostAnswer> {
  const startedAt = performance.now();
  const { payload, answer, effect } = await commandHost(host.text, options).ask(event, command, fields);
  const ms = performance.now() - startedAt;
  const stderr = linesIn(answer.stderr ?? "");
  const failures = handlerFailures(stderr);
  const decision = unlessFailed(decisionOf({ host, event, payload, answer, effect }), failures);
  return { payload, answer, effect, decision, stderr, failures, ms };
}
