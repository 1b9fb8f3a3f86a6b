import {
  type HookSummary,
  neededCalls,
  type StartedEntry,
  selectedTools,
  type ToolMatchers,
} from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { matchesTool } from "@agent-hook/testing/internal/command-hosts";
import { formatList } from "../../format-list.js";
import type { EntryProblem } from "./entry-findings.js";

interface MatchingHost {
  readonly name: string;
  readonly title: string;
  readonly matchers?: ToolMatchers;
}

/** How many hidden tools are named. */
const MAX_NAMED_TOOLS = 3;

/**
 * Reports a matcher that hides tools which the hook's filter selects. A wider matcher starts more processes, but hides
 * no tool. Returns `undefined` if the hook needs every call at the event.
 */
export function narrowProblems(
  { event, matcher, badMatcher }: Pick<StartedEntry, "event" | "matcher" | "badMatcher">,
  manifest: HookSummary,
  { name, title, matchers }: MatchingHost,
): EntryProblem[] | undefined {
  const rules = HOST_EVENTS[name]?.[event];
  const needed = rules && neededCalls(name, event, rules, manifest);
  if (needed === undefined || matchers === undefined || badMatcher) return undefined;
  if (matcher === undefined) return [];
  const hidden = selectedTools(needed, matchers).filter((tool) => !matchesTool(matcher, tool, matchers));
  if (hidden.length === 0) return [];
  const more = hidden.length > MAX_NAMED_TOOLS ? ` and ${hidden.length - MAX_NAMED_TOOLS} more` : "";
  const what = `its tool filter selects ${formatList(hidden.slice(0, MAX_NAMED_TOOLS))}${more}, but ${title} does not call it for them: the matcher is "${matcher}"`;
  return [["narrow-matcher", what]];
}
