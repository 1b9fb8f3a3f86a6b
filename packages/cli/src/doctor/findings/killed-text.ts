import type { HookFacts, KilledFacts } from "../facts/facts.js";

/** Describes what happened after the hook was killed. `undefined` if this was not tested. */
export function killedText({ killed }: HookFacts): string | undefined {
  if (killed === undefined || "failure" in killed) return undefined;
  return killed.ran
    ? openText(killed)
    : `when killed, it fails closed: the tool did not run, and the model reads "${killed.text}"`;
}

function openText({ beforeTool, approveTool }: KilledFacts): string {
  const words: Readonly<Record<string, string>> = { continue: "continued without it", approved: "nobody was asked" };
  const say = (outcome: string) => words[outcome] ?? outcome;
  return `when killed, it fails open: before_tool ${say(beforeTool)}, at approve_tool ${say(approveTool)}, and the tool ran`;
}
