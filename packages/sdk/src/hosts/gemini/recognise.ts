import { isDated, isGeminis, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is from Gemini CLI: every payload has a transcript and a time (observed). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && isDated(fields) && isGeminis(fields);
}
