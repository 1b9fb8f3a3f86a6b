import { resolve } from "node:path";
import { type Policy, PolicyError, readPolicy } from "@agent-hook/hooks/policy";
import { usageError } from "../command-error.js";
import { readBytes } from "../files/read-file.js";

/** Reads a policy from its text. Throws a usage error with the line if it is invalid. */
export async function checkPolicy(text: string, path: string): Promise<Policy> {
  try {
    return await readPolicy(text, path);
  } catch (error) {
    throw error instanceof PolicyError ? usageError(error.message, error) : error;
  }
}

/** Reads a policy file. Throws `CommandError` if it cannot be read or is invalid. */
export async function readPolicyAt(path: string): Promise<Policy> {
  return checkPolicy(readBytes(path).toString("utf8"), resolve(path));
}
