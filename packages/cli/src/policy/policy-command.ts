import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { basename } from "node:path";
import { CommandError } from "../command-error.js";

/** Returns the policy file that a hook's command serves, or `undefined` for any other hook. */
export function policyFileOf(command: readonly string[]): string | undefined {
  const index = command.findIndex((word, at) => {
    const name = basename(word);
    return name === "hook.cjs" || (word === "run" && /^agent-hook(\.js)?$/.test(basename(command[at - 1] ?? "")));
  });
  const file = index === -1 ? undefined : command[index + 1];
  return file !== undefined && /\.(ya?ml|json)$/.test(file) ? file : undefined;
}

/** The hook that keeps an agent from writing the policy that judges it. */
const PROTECTOR = "protect-files";

export const EDITABLE_POLICY = `the agent can edit this policy: add ${PROTECTOR}`;

/** Returns whether a policy with these hooks lets an agent write the policy itself. */
export function isEditable(hooks: readonly string[]): boolean {
  return !hooks.includes(PROTECTOR);
}

/** Like `isEditable`, but also requires that this user may write the file. `false` for an invalid policy. */
export async function isEditableFile(policy: string): Promise<boolean> {
  try {
    await access(policy, constants.W_OK);
    const { readPolicyAt } = await import("./read-policy.js");
    return isEditable([...(await readPolicyAt(policy)).hooks.keys()]);
  } catch (error) {
    if (error instanceof CommandError || (error as NodeJS.ErrnoException).syscall !== undefined) return false;
    throw error;
  }
}
