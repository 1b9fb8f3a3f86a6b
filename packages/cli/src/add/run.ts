import { assertNotAgent } from "../agent-shell.js";
import { approval, changeFile, changeLines } from "../config/change-file.js";
import type { ConfigFile } from "../config/config-file.js";
import { assertProjectFolder } from "../config/config-target.js";
import { yaml } from "../config/yaml.js";
import { parseHost } from "../host-config/index.js";
import type { Invocation } from "../invocation.js";
import { assertShown } from "../platform.js";
import {
  assertShareable,
  type InstallFlags,
  install,
  namedHosts,
  onEachHost,
  removeCommandFor,
} from "../policy/install.js";
import { EDITABLE_POLICY, isEditable } from "../policy/policy-command.js";
import {
  assertHookNames,
  assertValidChange,
  readPolicyFile,
  withHooks,
  withSchemaComment,
} from "../policy/policy-file.js";
import { writeRunnerFiles } from "../policy/runner-files.js";

/** Adds hooks to a policy file, then adds the policy to the config of each host. */
export async function add(invocation: Invocation, names: readonly string[], flags: InstallFlags): Promise<void> {
  assertShown("add");
  assertNotAgent("add");
  const { terminal } = invocation;
  if (flags.project) assertProjectFolder();
  const file = withSchemaComment(await readPolicyFile(flags.project === true));
  if (names.length > 0 || file.before === undefined) assertHookNames(names);
  const hosts = namedHosts(flags);
  await assertShareable(hosts, flags);
  const newValue = withHooks(file, names);
  await assertValidChange(file, newValue, hosts.map(parseHost));
  const policy = await changeFile(file, newValue, yaml, approval(invocation, flags));
  if (policy === undefined) return;
  const noChangeMessage = `nothing to change: ${file.name} already has ${names.length === 0 ? "hooks" : names.join(", ")}`;
  if (!flags.json) for (const line of changeLines(policy, file.name, noChangeMessage)) terminal.print(line);
  const runner = await writeRunnerFiles(file.path);
  if (!flags.json) for (const path of runner.written) terminal.print(`wrote ${path}`);
  const results = await onEachHost(invocation, hosts, flags, (host) =>
    install(invocation, host, runner, file.path, flags),
  );
  const undo = undoCommand(file, names, flags);
  const notes = isEditable(Object.keys(newValue.hooks ?? {})) ? [`Warning: ${EDITABLE_POLICY}`] : [];
  if (flags.json) {
    terminal.printJson({ policy, written: runner.written, hosts: results, undo, notes });
    return;
  }
  for (const note of notes) terminal.note(note);
  if (undo !== undefined) terminal.note(`To undo it: ${undo}`);
}

/** Returns the command that removes what was not in the policy before, or `undefined` if everything was. */
function undoCommand(file: ConfigFile, names: readonly string[], flags: InstallFlags): string | undefined {
  const before = Object.keys(file.value.hooks ?? {});
  const added = names.filter((name) => !before.includes(name));
  return added.length === 0 ? undefined : removeCommandFor(added, flags);
}
