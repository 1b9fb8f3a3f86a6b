import { dirname } from "node:path";
import { missingPackages, REGISTRY, whyNotStartable } from "@agent-hook/hooks/policy";
import { quoted } from "@agent-hook/sdk/internal/installs";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { type ConfigFile, editedText } from "../config/config-file.js";
import { readTarget } from "../config/config-target.js";
import { yaml } from "../config/yaml.js";
import { formatList } from "../format-list.js";
import type { NamedHost } from "../host-config/index.js";
import { policyPath } from "./policy-path.js";
import { checkPolicy } from "./read-policy.js";
import { SCHEMA_FILE } from "./runner-files.js";

/** Reads the policy of the user or of the project in this folder, which may not exist. Throws `CommandError`. */
export async function readPolicyFile(project: boolean): Promise<ConfigFile> {
  const file = readTarget({ named: undefined, own: policyPath(project), isProjects: project }, yaml);
  if (file.before !== undefined) await checkPolicy(file.text, file.name);
  return file;
}

/** Returns a policy with more hooks. Hooks that it already has keep their options. */
export function withHooks({ value }: ConfigFile, names: readonly string[]): JsonObject {
  const hooks = hooksIn(value);
  const missing = names.filter((name) => !Object.hasOwn(hooks, name));
  const all = { ...hooks, ...Object.fromEntries(missing.map((name) => [name, {}])) };
  const head = Object.keys(value).length === 0 ? { version: 1, mode: "enforce" } : value;
  return missing.length === 0 ? value : { ...head, hooks: all };
}

/** Returns a policy without some hooks, or `undefined` if no hook would be left. */
export function withoutHooks({ value }: ConfigFile, names: readonly string[]): JsonObject | undefined {
  const remaining = Object.entries(hooksIn(value)).filter(([name]) => !names.includes(name));
  const { hookFiles } = value;
  const hasHookFiles = Array.isArray(hookFiles) && hookFiles.length > 0;
  return remaining.length > 0 || hasHookFiles ? { ...value, hooks: Object.fromEntries(remaining) } : undefined;
}

/** Adds a comment to a new file that makes editors offer completions. */
export function withSchemaComment(file: ConfigFile): ConfigFile {
  return file.before === undefined ? { ...file, text: `# yaml-language-server: $schema=./${SCHEMA_FILE}\n` } : file;
}

/**
 * Throws `CommandError` if a changed policy would be invalid, needs packages that are not installed, or would deny every
 * call of a host, because its hooks cannot start there.
 */
export async function assertValidChange(
  file: ConfigFile,
  newValue: JsonObject,
  hosts: readonly NamedHost[],
): Promise<void> {
  const policy = await checkPolicy(editedText(file, newValue, yaml), file.name);
  for (const { format, version } of hosts) {
    const why = await whyNotStartable(policy, format.name, version);
    if (why.length === 0) continue;
    throw usageError(
      `${why.join("; ")}. Every call of ${format.title} would be denied: leave out the hook, or this host`,
    );
  }
  for (const { hooks, packages, otherwise } of missingPackages(policy, file.path)) {
    const or = otherwise === undefined ? "" : ` or ${otherwise}, and this is Node ${process.versions.node}`;
    const needs = `${formatList(hooks)} ${hooks.length === 1 ? "needs" : "need"} ${formatList(packages)}${or}`;
    const command = ["npm", "install", "--prefix", dirname(file.path), ...packages].map(quoted).join(" ");
    throw usageError(`${needs}: run ${command}, and then this again`);
  }
}

/** Throws a `CommandError` if no name is given, or if a name is not that of a ready-made hook. */
export function assertHookNames(names: readonly string[]): void {
  const unknown = names.find((name) => !Object.hasOwn(REGISTRY, name));
  if (unknown === undefined && names.length > 0) return;
  const hooks = Object.entries(REGISTRY).map(([name, { summary }]) => `\n  ${name}: ${summary}`);
  const what = unknown === undefined ? "expected the hooks to add" : `unknown hook "${unknown}"`;
  throw usageError(`${what}; the ready-made hooks are:${hooks.join("")}`);
}

function hooksIn({ hooks }: JsonObject): JsonObject {
  return isObject(hooks) ? hooks : {};
}
