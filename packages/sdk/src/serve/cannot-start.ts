import { membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";
import { DefinitionError } from "../runtime/definition-rules.js";
import { SettingsError } from "../runtime/prepare.js";
import { configuredHost, HostNameError } from "./configured-host.js";
import { DescriptorError } from "./one-shot-output.js";
import { Recording } from "./recording.js";
import { residentStart } from "./resident/environment.js";

export function tryStart<T>(hook: Hook, start: () => T, isResident?: boolean): T | Promise<never> {
  try {
    return start();
  } catch (error) {
    return exitCannotStart(hook, error, isResident);
  }
}

/** Prints only the message of an author's or a configuration error, and the stack of any other error. */
export async function exitCannotStart(
  hook: Hook,
  error: unknown,
  isResident = residentStart(process.env) !== undefined,
): Promise<never> {
  const expected = [DefinitionError, SettingsError, HostNameError, DescriptorError].some(
    (kind) => error instanceof kind,
  );
  const text = expected ? (error as Error).message : error instanceof Error ? error.stack : String(error);
  writeError(`agent-hook: the hook cannot start:\n${text}\n`);
  // The launcher starts the hook, which then says so itself.
  if (isResident) process.exit(1);
  const denies = isGuard(hook);
  // Before anything is recorded: a launcher or a host may not wait long.
  process.exitCode = denies ? 2 : 1;
  await recordStart(hook, expected ? (error as Error).message : "an error was thrown", error, denies);
  process.exit();
}

/** Records why a hook cannot start. It may be an invalid definition of any kind, and a person may have started it. */
async function recordStart(hook: Hook, message: string, cause: unknown, denies: boolean): Promise<void> {
  const { argv, env, stdin } = process;
  if (stdin.isTTY || argv.includes("--describe")) return;
  const name: unknown = Object(hook).name;
  const recording = new Recording(typeof name === "string" ? name : "unknown", Object(hook), env, writeError);
  await recording.open(hostNameIn(argv.slice(1), env), false);
  recording.failed({ kind: "not-started", where: "start", message, cause, denies });
}

/** Returns the configured host. The configuration may be the reason why the hook cannot start. */
function hostNameIn(args: readonly string[], env: NodeJS.ProcessEnv): string {
  try {
    return configuredHost(args, env)?.adapter.name ?? "unknown";
  } catch {
    return "unknown";
  }
}

/** Returns whether a call that no handler checked must be denied. `hook` may be an invalid definition of any kind. */
function isGuard(hook: unknown): boolean {
  if (typeof hook !== "object" || hook === null) return false;
  return membersOf(hook as Hook).some((member) => member?.onFailure === "block" || member?.approveTool !== undefined);
}

export function writeError(text: string): void {
  process.stderr.write(text);
}
