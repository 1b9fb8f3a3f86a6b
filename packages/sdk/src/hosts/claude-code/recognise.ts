import { isCodexs, isDated, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is Claude Code's: the other agents that name events so have a mark that it has not (run). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && !isDated(fields) && !isCodexs(fields);
}
