import { isDated, isGeminis, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is Gemini CLI's: all have a transcript and a time (run). */
export function recognise(first: unknown): boolean {
  const fields = pascalCased(first);
  return fields !== undefined && isDated(fields) && isGeminis(fields);
}
