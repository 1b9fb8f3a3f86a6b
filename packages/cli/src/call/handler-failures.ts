import { oneLine } from "../terminal/show-value.js";
import type { Decision } from "./decision.js";

/** Returns the handler failures of an SDK hook that it answered by its failure policy. Only its log reports them. */
export function handlerFailures(stderr: readonly string[]): string[] {
  const said = stderr.map((line) => /^\[.*?\] error: (.+?) failed \(id \w+\): (.*)$/.exec(line));
  return said.flatMap((match) => (match === null ? [] : [oneLine(`${match[1]}: ${match[2]}`)]));
}

/** Marks a decision as failed if a handler failed: the answer then comes from the failure policy. */
export function unlessFailed(decision: Decision, failures: readonly string[]): Decision {
  // `teardown` runs after the call is answered.
  const failure = failures.find((one) => !one.startsWith("teardown:"));
  if (failure === undefined || decision.kind === "failed") return decision;
  return { ...decision, kind: "failed", sentence: sentenceOf(failure) };
}

/** Returns the failures that the decision does not mention. */
export function untoldFailures({ sentence }: Decision, failures: readonly string[]): string[] {
  return failures.map(sentenceOf).filter((failure) => failure !== sentence);
}

function sentenceOf(failure: string): string {
  return `failed: ${failure}`;
}

/** Returns why the launcher has no answer from the hook, as it reports on stderr. */
export function launcherFailure(stderr: string): string | undefined {
  const said = /^agent-hook: [\w-]+ \w+: (.*?)(: refused|; the host takes no refusal here)?$/m.exec(stderr);
  return said === null ? undefined : String(said[1]);
}
