import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { assertNotAgent } from "../agent-shell.js";
import { usageError } from "../command-error.js";
import { approval, changeFile, changeLines } from "../config/change-file.js";
import { elsewhereText } from "../config/config-target.js";
import { yaml } from "../config/yaml.js";
import type { Invocation } from "../invocation.js";
import { type InstallFlags, install, isInstalled, namedHosts, onEachHost, uninstall } from "../policy/install.js";
import { assertHookNames, readPolicyFile, withoutHooks } from "../policy/policy-file.js";
import { policyPath } from "../policy/policy-path.js";
import { writeRunnerFiles } from "../policy/runner-files.js";

/** Removes hooks from a policy, or the policy from the configs of hosts. */
export async function remove(invocation: Invocation, names: readonly string[], flags: InstallFlags): Promise<void> {
  assertNotAgent("remove");
  const { terminal } = invocation;
  const hosts = namedHosts(flags);
  const uninstallAll = async (notes: readonly string[]) => {
    const results = await onEachHost(invocation, hosts, flags, (host) => uninstall(invocation, host, flags));
    if (flags.json) terminal.printJson({ hosts: results, notes });
    else for (const note of notes) terminal.note(note);
  };
  // Without names, the policy is not read, so it may be invalid or missing.
  if (names.length === 0) {
    const folder = dirname(policyPath(flags.project === true));
    await uninstallAll(existsSync(folder) ? [`${folder} is kept: delete it once no agent uses its policy`] : []);
    return;
  }
  assertHookNames(names);
  const file = await readPolicyFile(flags.project === true);
  if (file.before === undefined) {
    throw usageError(`${file.name} does not exist${flags.project ? elsewhereText() : ""}`);
  }
  const newValue = withoutHooks(file, names);
  if (newValue === undefined) {
    await uninstallAll([`${file.name} is unchanged: delete it once no agent uses it`]);
    return;
  }
  const policy = await changeFile(file, newValue, yaml, approval(invocation, flags));
  if (policy === undefined) return;
  const noChangeMessage = `nothing to remove: ${file.name} has no ${names.join(", ")}`;
  if (!flags.json) for (const line of changeLines(policy, file.name, noChangeMessage)) terminal.print(line);
  const runner = await writeRunnerFiles(file.path);
  const results = await onEachHost(invocation, hosts, flags, async (host) => {
    // Only `add` puts the policy into an agent that does not have it.
    const isUpdate = await isInstalled(host, flags);
    return isUpdate ? install(invocation, host, runner, file.path, flags) : uninstall(invocation, host, flags);
  });
  if (flags.json) terminal.printJson({ policy, written: runner.written, hosts: results });
}
