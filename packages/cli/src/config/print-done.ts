import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import type { Terminal } from "../terminal/terminal.js";
import { approval, type ChangeFlags } from "./change-file.js";
import { type Done, type InstallPlan, installHook } from "./install-hook.js";
import { offerTrust, trustableEntries } from "./offer-trust.js";

/**
 * Installs a hook after the user agreed, and prints what was done. Returns what `--json` prints, or `undefined` if the user
 * declined. Throws `CommandError`.
 */
export async function installAndPrint(
  plan: InstallPlan,
  invocation: Invocation,
  flags: ChangeFlags,
): Promise<object | undefined> {
  const { terminal } = invocation;
  const installed = await installHook(plan, approval(invocation, flags));
  if (installed === undefined) return undefined;
  if (installed.isSwitchedOff) invocation.exitCode ||= EXIT_CODES.findings;
  if (flags.json) return installed.json;
  printDone(installed, terminal);
  const trustable = trustableEntries(plan, installed.path, invocation, flags);
  const isStarted = trustable !== undefined && (await offerTrust(trustable, invocation));
  if (!isStarted) for (const note of installed.inactive) terminal.note(note);
  return installed.json;
}

export function printDone({ lines, notes }: Done, terminal: Terminal): void {
  for (const line of lines) terminal.print(line);
  for (const note of notes) terminal.note(note);
}
