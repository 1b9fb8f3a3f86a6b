import { describeIssues } from "@agent-hook/protocol/text";
import type { Schema } from "../hook/schema.js";

/** Environment variables that do not match the hook's schema. The message names each one, but never a value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Parses the environment with a schema. Returns `{}` without one. */
export async function readSettings(
  owner: string,
  schema: Schema | undefined,
  env: NodeJS.ProcessEnv,
): Promise<unknown> {
  if (schema === undefined) return {};
  const checked = await schema["~standard"].validate({ ...env });
  if (checked.issues === undefined) return checked.value;
  throw new SettingsError(`${owner}: invalid environment: ${describeIssues(checked.issues, env)}`);
}
