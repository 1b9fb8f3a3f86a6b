import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { realPath } from "../../host-tools/hook-files.js";
import type { EventListsInstall, TrustQuestion } from "../../host-tools/install.js";
import { isObject } from "../../text/objects.js";
import { withServer } from "./app-server.js";
import { hooksOf, type ListedHook, listHooks } from "./hook-list.js";
import { removalEdit, stateEdit, writeHookState } from "./write-hook-state.js";

type BeforeRemoval = NonNullable<EventListsInstall["trust"]>["beforeRemoval"];

/** A hook with its place and its hash, under which Codex keeps whether it is trusted and enabled. */
type KeyedHook = ListedHook & { readonly key: string; readonly currentHash: string };

/**
 * Codex keeps the trust in a hook under its file, its event and its number there (observed). If a hook before it is removed,
 * the trust needs another number.
 */
export const beforeRemoval: BeforeRemoval = async (path, { program, ...question }) => {
  const { keys, failure } = keptKeys(question);
  if (failure !== undefined) return { failure };
  if (!keys.some((key) => isKeyOf(key, path))) return undefined;
  if (program === undefined) return { failure: "codex is not on the PATH" };
  const list = await listHooks({ ...question, program });
  if ("failure" in list) return list;
  const why = whyUnclear(list, path);
  if (why !== undefined) return { failure: why };
  const before = hooksIn(list, path);
  return { settle: (signal) => settle(path, before, { ...question, program, signal }) };
};

/** Returns the keys of the hooks that Codex has something about, or why they are unknown. */
function keptKeys({ userFile, read }: Pick<TrustQuestion, "userFile" | "read">): {
  readonly keys: readonly string[];
  readonly failure?: string;
} {
  const file = join(dirname(userFile), "config.toml");
  if (!existsSync(file)) return { keys: [] };
  try {
    const { hooks } = parse(read(file).toString("utf8"));
    const state = isObject(hooks) ? hooks.state : undefined;
    return { keys: isObject(state) ? Object.keys(state) : [] };
  } catch (error) {
    const [firstLine = ""] = (error as Error).message.split("\n");
    return { keys: [], failure: `its config.toml cannot be read: ${firstLine}` };
  }
}

function isKeyOf(key: string, path: string): boolean {
  return [path, realPath(path)].some((one) => key.startsWith(`${one}:`));
}

/** Returns why a list does not show which hooks of a file are trusted, or `undefined`. */
function whyUnclear({ hooks, errors }: Pick<Awaited<ReturnType<typeof hooksOf>>, "hooks" | "errors">, path: string) {
  if (errors[0] !== undefined) return `it reports: ${errors[0]}`;
  const isUnclear = hooks.some((hook) => isIn(hook, path) && (hook.key === undefined || !hook.currentHash));
  return isUnclear ? "it does not report the hashes of hooks; update Codex" : undefined;
}

function hooksIn({ hooks }: { readonly hooks: readonly ListedHook[] }, path: string): KeyedHook[] {
  return hooks.filter((hook) => isIn(hook, path)) as KeyedHook[];
}

function isIn({ sourcePath }: ListedHook, path: string): boolean {
  return realPath(sourcePath) === realPath(path);
}

function settle(path: string, before: readonly KeyedHook[], question: TrustQuestion): Promise<string | undefined> {
  return withServer(question, async (server) => {
    const list = await hooksOf(server, question.machine.folder);
    const why = whyUnclear(list, path);
    if (why !== undefined) return why;
    const after = hooksIn(list, path);
    const kept = keptKeys(question).keys;
    const changed = pairs(before, after).filter(([origin, hook]) => !hasSameState(origin, hook));
    const states = changed
      .filter(([origin]) => isKept(origin))
      .map(([origin, { key }]) => [key, stateOf(origin)] as const);
    const removed = kept.filter((key) => {
      const isGone = !after.some((hook) => hook.key === key);
      return isKeyOf(key, path) && (isGone || changed.some(([, hook]) => hook.key === key));
    });
    if (removed.length + states.length === 0) return undefined;
    const isEmpty = removed.length === kept.length && states.length === 0;
    const removals = isEmpty ? [removalEdit()] : removed.map((key) => removalEdit(key));
    const failure = await writeHookState(server, [...removals, ...(states.length === 0 ? [] : [stateEdit(states)])]);
    if (failure !== undefined) return failure;
    const expected = after.map(({ key }) => key);
    const isLeft = keptKeys(question).keys.some((key) => removed.includes(key) && !expected.includes(key));
    return isLeft ? "it wrote its config.toml, but did not forget it; update Codex" : undefined;
  });
}

/** Returns each hook that is left with what it was before. A removal keeps the order, which tells equal hooks apart. */
function pairs(before: readonly KeyedHook[], after: readonly KeyedHook[]): (readonly [KeyedHook, KeyedHook])[] {
  const next = new Map<string, number>();
  return after.flatMap((hook) => {
    const { eventName, currentHash } = hook;
    const from = next.get(eventName) ?? 0;
    const at = before.findIndex(
      (one, index) => index >= from && one.eventName === eventName && one.currentHash === currentHash,
    );
    const origin = before[at];
    if (origin === undefined) return [];
    next.set(eventName, at + 1);
    return [[origin, hook] as const];
  });
}

function hasSameState(one: KeyedHook, other: KeyedHook): boolean {
  return one.trustStatus === other.trustStatus && one.enabled === other.enabled;
}

function isKept({ trustStatus, enabled }: KeyedHook): boolean {
  return trustStatus === "trusted" || !enabled;
}

/** Returns what Codex keeps about a hook. */
function stateOf({ trustStatus, currentHash, enabled }: KeyedHook) {
  return { ...(trustStatus === "trusted" ? { trusted_hash: currentHash } : {}), ...(enabled ? {} : { enabled }) };
}
