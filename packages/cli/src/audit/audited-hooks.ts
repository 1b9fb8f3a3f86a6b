import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { hookFileAt, importHook, REGISTRY, type RegisteredHook } from "@agent-hook/hooks/policy";
import type { Hook } from "@agent-hook/sdk";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import { formatList } from "../format-list.js";
import { nearestPolicy } from "../policy/policy-path.js";
import { readPolicyAt } from "../policy/read-policy.js";

/** What is audited without a policy. */
const DEFAULTS = ["guard-shell", "protect-files", "redact-secrets"];

/** The word in `--also` for a policy's own hooks. */
const OWN = "hook-files";

/** A hook of the policy. */
export interface AuditedHook {
  readonly name: string;
  readonly hook: Hook;
  /** The same hook in the mode `observe`, whose log names the rules. Missing if it has no such mode. */
  readonly observer?: Hook;
}

/** The hooks that are audited. */
export interface AuditedHooks {
  /** The policy's path. `undefined` if the user named hooks, or the defaults apply. */
  readonly policy: string | undefined;
  /** In the order in which a policy runs them. */
  readonly hooks: readonly AuditedHook[];
  readonly notRun: readonly string[];
  /** The hooks that only observe in the policy. They are audited as if they enforced. */
  readonly observing: readonly string[];
}

interface Wanted {
  readonly policy: string | undefined;
  readonly named: readonly string[];
  readonly also: readonly string[];
}

type Options = Readonly<Record<string, unknown>>;

/** Splits the words of the command line into hooks and paths. Throws a usage error for a word that is neither. */
export function hooksAndPaths(words: readonly string[]): { hooks: readonly string[]; paths: readonly string[] } {
  const [hooks, paths] = [words.filter(isReadyMade), words.filter((word) => !isReadyMade(word))];
  const unknown = paths.find((path) => !existsSync(path));
  if (unknown === undefined) return { hooks, paths };
  const names = Object.keys(REGISTRY);
  const guess = didYouMean(unknown, names);
  throw usageError(`"${unknown}" is neither a hook${guess} nor an existing path; the hooks are ${formatList(names)}`);
}

/** Creates the hooks to audit. Throws a usage error if the policy is invalid, or if no hook would run. */
export async function auditedHooks({ policy: file, named, also }: Wanted): Promise<AuditedHooks> {
  if (file !== undefined && named.length > 0) throw usageError("expected hooks or --policy, got both");
  const path = named.length > 0 ? undefined : (file ?? nearestPolicy(process.cwd()));
  const { mode, hooks, hookFiles } = await wantedHooks(path, named);
  const stray = also.find((name) => !hooks.has(name) && !(name === OWN && hookFiles.length > 0));
  if (stray !== undefined) throw usageError(`--also: expected a hook of the policy or ${OWN}, got "${stray}"`);
  const runs = (name: string) => also.includes(name) || registered(name).onlyDecides === true;
  const names = [...hooks.keys()].filter(runs);
  const own = also.includes(OWN) ? hookFiles : [];
  const imported = hookFiles.map((name) => hookFileAt(name, resolve(path ?? "")));
  const ready = await Promise.all(names.map((name) => readyMade(name, hooks.get(name) ?? {}, imported)));
  const isLast = (_: AuditedHook, index: number) => registered(names[index] ?? "").stage === "last";
  const all = [
    ...ready.filter((hook, index) => !isLast(hook, index)),
    ...(await Promise.all(own.map((name) => ownHook(name, path ?? "")))),
    ...ready.filter(isLast),
  ];
  const notRun = [...[...hooks.keys()].filter((name) => !runs(name)), ...(own.length === 0 ? hookFiles : [])];
  if (all.length === 0) {
    throw usageError(`no hook to audit: ${formatList(notRun)} may act outside of it; --also runs them`);
  }
  const observing = names.filter((name) => (hooks.get(name)?.mode ?? mode) === "observe");
  return { policy: path, hooks: all, notRun, observing };
}

async function wantedHooks(path: string | undefined, named: readonly string[]) {
  if (path === undefined) {
    const names = named.length > 0 ? named : DEFAULTS;
    const ordered = Object.keys(REGISTRY).filter((name) => names.includes(name));
    const hooks = new Map<string, Options>(ordered.map((name) => [name, {}]));
    return { mode: "enforce", hooks, hookFiles: [] };
  }
  return readPolicyAt(path);
}

async function readyMade(name: string, options: Options, imported: readonly string[]): Promise<AuditedHook> {
  const { schema, create } = await registered(name).load();
  const { mode: _, ...enforced } = options;
  if (!Object.hasOwn(schema._zod.def.shape, "mode")) return { name, hook: create(options, imported) };
  return { name, hook: create(enforced, imported), observer: create({ ...enforced, mode: "observe" }, imported) };
}

async function ownHook(name: string, policy: string): Promise<AuditedHook> {
  try {
    return { name, hook: await importHook(name, resolve(policy)) };
  } catch (error) {
    throw usageError(`${policy}: ${name} ${(error as Error).message}`, error);
  }
}

function isReadyMade(name: string): boolean {
  return Object.hasOwn(REGISTRY, name);
}

function registered(name: string): RegisteredHook {
  return REGISTRY[name] as RegisteredHook;
}
