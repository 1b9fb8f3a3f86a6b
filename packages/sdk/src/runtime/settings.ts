import { describeIssues } from "@agent-hook/protocol/text";
import type { Schema } from "../hook/schema.js";

/** Environment variables that do not fit what the hook declares; the message names each, never a value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** What a schema makes of the environment; `{}` without one. */
export async function readSettings(
  owner: string,
  schema: Schema | undefined,
  env: NodeJS.ProcessEnv,
): Promise<unknown> {
  if (schema === undefined) return {};
  const checked = await schema["~standard"].validate({ ...env });
  if (checked.issues === undefined) return checked.value;
  throw new SettingsError(`${owner}: the environment does not fit: ${describeIssues(checked.issues, env)}`);
}
