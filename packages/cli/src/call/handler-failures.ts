import { oneLine } from "../terminal/show-value.js";
import type { Decision } from "./decision.js";

/** What a hook of the SDK failed at and answered for itself: its log alone tells of it. */
export function handlerFailures(stderr: readonly string[]): string[] {
  const said = stderr.map((line) => /^\[.*?\] error: (.+?) failed \(id \w+\): (.*)$/.exec(line));
  return said.flatMap((match) => (match === null ? [] : [oneLine(`${match[1]}: ${match[2]}`)]));
}

/** What a hook decided, or that it failed the call: its answer is then its policy's, and the host goes by it. */
export function unlessFailed(decision: Decision, failures: readonly string[]): Decision {
  // By then the call is answered.
  const failure = failures.find((one) => !one.startsWith("onStop:"));
  if (failure === undefined || decision.kind === "failed") return decision;
  return { ...decision, kind: "failed", sentence: sentenceOf(failure) };
}

/** Those that the decision does not tell. */
export function untoldFailures({ sentence }: Decision, failures: readonly string[]): string[] {
  return failures.map(sentenceOf).filter((failure) => failure !== sentence);
}

function sentenceOf(failure: string): string {
  return `failed: ${failure}`;
}

/** Why the launcher has no answer of the hook, as it says on stderr. */
export function launcherFailure(stderr: string): string | undefined {
  const said = /^agent-hook: [\w-]+ \w+: (.*?)(: refused|; the host takes no refusal here)?$/m.exec(stderr);
  return said === null ? undefined : String(said[1]);
}
