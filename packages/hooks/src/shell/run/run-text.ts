import { type Content, EMPTY } from "../values/content.js";
import { withoutPatterns } from "../values/text.js";
import type { Result, Run } from "./shell.js";

/** Runs a text as a command line, in a shell of its own. */
export function runText(
  text: string,
  { shell, state }: Pick<Run, "shell" | "state">,
  stdin: Content = EMPTY,
): Result[] {
  return shell.source(withoutPatterns(text), state.subshell(), stdin);
}
