import { isCodexs, isDated, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is from Claude Code: other hosts with such events have additional fields (observed). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && !isDated(fields) && !isCodexs(fields);
}
