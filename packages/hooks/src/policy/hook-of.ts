import { compose, type Hook } from "@agent-hook/sdk";
import { z } from "zod";
import type { AskPersonOptions } from "../person/options.js";
import { hookFileAt, importHook } from "./import-hook.js";
import { joinedWithOr, type Problem, problemOf, quotedKey } from "./issues.js";
import { PolicyError } from "./policy-error.js";
import { type PolicyText, parsePolicy } from "./policy-text.js";
import { REGISTRY, type RegisteredHook } from "./registry.js";
import { policySchema } from "./schema.js";

/** A policy file that is valid. */
export interface Policy {
  readonly mode: "enforce" | "observe";
  /** The options of each ready-made hook, by its name, in the order in which they run. */
  readonly hooks: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The modules with the policy's own hooks, as the file names them. */
  readonly hookFiles: readonly string[];
  /** The options of `askPerson`, if the file has it. */
  readonly askPerson?: AskPersonOptions | undefined;
}

/**
 * Returns the hook that a policy file describes: first the ready-made guards, then the policy's own hook files, then
 * the ready-made hooks that change results. Hook files are imported. Relative names start at the policy's folder.
 *
 * `path` is the file's path, for messages and relative names. Throws a `PolicyError` with the path and the line for a
 * text that is not YAML, an unknown hook or key, a wrong value, or a hook file that does not load. It quotes no value.
 *
 * @example await serve(await hookOf("version: 1\nhooks:\n  guard-shell: {}\n", "/etc/agent-hook/policy.yaml"));
 */
export async function hookOf(text: string, path: string): Promise<Hook> {
  return (await startedPolicy(text, path)).hook;
}

/** Like `hookOf`, and also returns what the file says. */
export async function startedPolicy(
  text: string,
  path: string,
): Promise<{ readonly hook: Hook; readonly policy: Policy }> {
  const { file, policy } = await read(text, path);
  const staged: Record<RegisteredHook["stage"], Hook[]> = { guard: [], last: [] };
  const imported = policy.hookFiles.map((name) => hookFileAt(name, path));
  for (const [name, options] of policy.hooks) {
    const { stage, load } = REGISTRY[name] as RegisteredHook;
    staged[stage].push((await load()).create(options, imported));
  }
  const own: Hook[] = [];
  for (const [index, name] of policy.hookFiles.entries()) {
    try {
      own.push(await importHook(name, path));
    } catch (error) {
      const problem = `hookFiles[${index}]: ${(error as Error).message}`;
      throw new PolicyError(path, file.lineOf(["hookFiles", index]), problem, { cause: error });
    }
  }
  const hook = compose({ name: POLICY_HOOK }, ...staged.guard, ...own, ...staged.last);
  if (policy.askPerson === undefined) return { hook, policy };
  const { askPerson } = await import("../person/ask-person.js");
  return { hook: askPerson(hook, policy.askPerson), policy };
}

/** The name of every policy's hook, in denials and in the configs of hosts. */
export const POLICY_HOOK = "agent-hook";

/** Reads a policy file without running it. Throws a `PolicyError`. */
export async function readPolicy(text: string, path: string): Promise<Policy> {
  return (await read(text, path)).policy;
}

async function read(text: string, path: string): Promise<{ readonly file: PolicyText; readonly policy: Policy }> {
  const file = parsePolicy(text, path);
  const invalid = ({ path: keys, text }: Problem) => new PolicyError(path, file.lineOf(keys), text);
  const { data, error } = policySchema.safeParse(file.value);
  if (error !== undefined) throw invalid(problemOf(error, policySchema));
  const { mode, hookFiles } = data;
  const unknown = Object.keys(data.hooks).find((name) => !Object.hasOwn(REGISTRY, name));
  if (unknown !== undefined) {
    const expected = joinedWithOr(Object.keys(REGISTRY));
    throw invalid({ path: ["hooks", unknown], text: `unknown hook ${quotedKey(unknown)}; expected ${expected}` });
  }
  const hooks = new Map<string, Record<string, unknown>>();
  for (const [name, { load }] of Object.entries(REGISTRY)) {
    if (!Object.hasOwn(data.hooks, name)) continue;
    const { schema } = await load();
    // A name without options is the same as `{}`.
    const checked = z.safeParse(schema, data.hooks[name] ?? {});
    if (checked.error !== undefined) throw invalid(problemOf(checked.error, schema, ["hooks", name]));
    const options = (data.hooks[name] ?? {}) as Record<string, unknown>;
    const observes = mode === "observe" && options.mode === undefined && Object.hasOwn(schema._zod.def.shape, "mode");
    hooks.set(name, observes ? { ...options, mode } : options);
  }
  // A policy without hooks would let everything pass, and look as if it guarded.
  if (hooks.size + hookFiles.length === 0) {
    throw invalid({ path: ["hooks"], text: `has no hooks: expected at least one under hooks or hookFiles` });
  }
  return { file, policy: { mode, hooks, hookFiles, askPerson: await personIn(data) } };

  /** A name without options is the same as `{}`. */
  async function personIn(value: object): Promise<AskPersonOptions | undefined> {
    if (!Object.hasOwn(value, "askPerson")) return undefined;
    const { optionsSchema } = await import("../person/options.js");
    const schema = optionsSchema();
    const options = Reflect.get(value, "askPerson") ?? {};
    const checked = z.safeParse(schema, options);
    if (checked.error !== undefined) throw invalid(problemOf(checked.error, schema, ["askPerson"]));
    return options as AskPersonOptions;
  }
}
