import { writeSync } from "node:fs";
import { usageError } from "../command-error.js";

/** The variable with the descriptor where a launcher expects the answer. */
export const ANSWER_DESCRIPTOR = "AGENT_HOOK_FD";
/** The variable with the launcher's key, which only the hook receives. The line before the answer begins with it. */
export const ANSWER_KEY = "AGENT_HOOK_KEY";

/** Returns the descriptor where the launcher expects the answer, if there is one. Throws a usage error. */
export function answerDescriptor(env: NodeJS.ProcessEnv): number | undefined {
  const text = env[ANSWER_DESCRIPTOR];
  if (text === undefined) return undefined;
  const descriptor = Number(text);
  if (!Number.isInteger(descriptor) || descriptor < 3) {
    throw usageError(`${ANSWER_DESCRIPTOR}: expected the number of an open descriptor, such as 3`);
  }
  if (canBeWritten(descriptor)) return descriptor;
  throw usageError(
    `${ANSWER_DESCRIPTOR}: descriptor ${descriptor} is not open: a program between the launcher and this one, such as npx, closed it; use node and the program's file instead`,
  );
}

/**
 * Returns whether a descriptor can be written. If it was not passed on, Node may use its number for a descriptor of its
 * own, which cannot be written.
 */
function canBeWritten(descriptor: number): boolean {
  try {
    writeSync(descriptor, new Uint8Array());
    return true;
  } catch {
    return false;
  }
}
