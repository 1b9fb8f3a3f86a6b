import { isDated, isGeminis, pascalCased } from "../../command-hook/pascal-case.js";

/** Whether a first message is from Copilot CLI, with camelCase or PascalCase event names (observed). */
export function recognise(first: unknown): boolean {
  if (typeof first !== "object" || first === null) return false;
  const { sessionId, timestamp, cwd } = first as Readonly<Record<string, unknown>>;
  if (typeof sessionId === "string") return typeof timestamp === "number" && typeof cwd === "string";
  const fields = pascalCased(first);
  return fields !== undefined && isDated(fields) && !isGeminis(fields);
}
