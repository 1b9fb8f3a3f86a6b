import { failuresIn } from "@agent-hook/sdk/internal/simulations";
import { oneLine } from "../terminal/show-value.js";
import type { CallDecision } from "./call-decision.js";

/**
 * Returns the failures that a hook with the SDK answered according to its failure policy. Only its stderr reports them.
 */
export function handlerFailures(stderr: readonly string[]): string[] {
  return failuresIn(stderr).map(({ where, why }) => oneLine(`${where}: ${why}`));
}

/** Marks a decision as failed if a handler failed: the answer then comes from the failure policy. */
export function unlessFailed(decision: CallDecision, failures: readonly string[]): CallDecision {
  // `teardown` runs after the call is answered.
  const failure = failures.find((one) => !one.startsWith("teardown:"));
  if (failure === undefined || decision.kind === "failed") return decision;
  return { ...decision, kind: "failed", sentence: sentenceOf(failure) };
}

/** Returns the failures that the decision does not mention. */
export function otherFailures({ sentence }: CallDecision, failures: readonly string[]): string[] {
  return failures.map(sentenceOf).filter((failure) => failure !== sentence);
}

function sentenceOf(failure: string): string {
  return `failed: ${failure}`;
}

/** Returns why the launcher has no answer from the hook, as the launcher reports it on stderr. */
export function launcherFailure(stderr: string): string | undefined {
  const match = /^agent-hook: [\w-]+ [\w.]+: (.*?)(: denied|; the host accepts no denial for this event)?$/m.exec(
    stderr,
  );
  return match === null ? undefined : String(match[1]);
}
