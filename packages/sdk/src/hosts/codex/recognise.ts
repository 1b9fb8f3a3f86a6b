import { isCodexs, isDated, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is from Codex (observed). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && !isDated(fields) && isCodexs(fields);
}
