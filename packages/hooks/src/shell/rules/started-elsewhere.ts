import type { MachineFacts } from "@agent-hook/sdk/internal/machines";
import { parseGiven } from "../options.js";
import type { Arg } from "../values/content.js";
import { absolute, isInProject } from "../values/paths.js";
import type { State } from "../values/state.js";

/** Words with which a program starts no session. */
const STARTS_NO_SESSION =
  /^(?:-v|--version|-h|--help|version|login|logout|doctor|update|upgrade|models|mcp|completion)$/i;

/** Whether an agent works in a folder where the hooks in the settings of the project do not run. */
export function startsElsewhere(
  words: readonly Arg[],
  { worksIn, projectSettings }: Pick<MachineFacts, "worksIn" | "projectSettings">,
  state: State,
): boolean {
  if (projectSettings === "none" || STARTS_NO_SESSION.test(words[1]?.text ?? "")) return false;
  // Some parsers accept `-C=DIR`.
  const folders = parseGiven(words.slice(1), worksIn).given.map(({ text }) => text.replace(/^=/, ""));
  return (folders.length > 0 ? folders : ["."]).some((folder) => {
    const path = absolute(folder, state);
    const isBelow = projectSettings === "below" && path !== undefined && isInProject(path, state);
    return path !== state.project && !isBelow;
  });
}
