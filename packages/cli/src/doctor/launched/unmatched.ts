import { lettersOf, matchesAll, type StartedEntry, type ToolMatchers } from "@agent-hook/sdk/internal/installs";
import { matchesTool } from "@agent-hook/testing/internal/command-hosts";
import { formatList } from "../../format-list.js";
import { INSTALLED_HOSTS } from "../../host-config/installs.js";
import type { EntryProblem } from "./entry-findings.js";

interface MatchingHost {
  readonly title: string;
  readonly matchers?: ToolMatchers;
}

/**
 * Reports a matcher that selects no known tool of the agent, but names one in another spelling, or a tool of another agent.
 * Any other name may be one of an MCP server, or of a tool that this version of the SDK does not know.
 */
export function unmatchedProblems(
  { event, matcher, badMatcher }: Pick<StartedEntry, "event" | "matcher" | "badMatcher">,
  { title, matchers }: MatchingHost,
): EntryProblem[] {
  if (matcher === undefined || matchesAll(matcher) || badMatcher || !matchers?.events.includes(event)) return [];
  const tools = [...matchers.kinds.keys()];
  if (tools.some((tool) => matchesTool(matcher, tool, matchers))) return [];
  const words = matcher.match(/[\w-]+/g) ?? [];
  const meant = tools.filter((tool) => words.some((word) => lettersOf(word) === lettersOf(tool)));
  const what = `the matcher "${matcher}" selects no known tool of ${title}`;
  if (meant.length > 0) {
    const fix = `correct the matcher: ${title} calls it ${formatList(meant, "or")}`;
    return [["matches-nothing", `${what}: names are exact, and it has ${formatList(meant)}`, fix]];
  }
  const other = INSTALLED_HOSTS.find(
    (host) => "matchers" in host && words.some((word) => host.matchers?.kinds.has(word)),
  );
  if (other === undefined) return [];
  const fix = `name a tool of ${title}, or remove the matcher to select every tool`;
  return [["matches-nothing", `${what}: it names one of ${other.title}`, fix]];
}
