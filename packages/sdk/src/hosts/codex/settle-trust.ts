import { realPath } from "../../host-tools/hook-files.js";
import type { HookTrust, TrustQuestion } from "../../host-tools/install.js";
import { type HookList, hooksOf, type ListedHook } from "./hook-list.js";
import { withServer } from "./trust-hooks.js";
import { type HookStateEdit, writeHookState } from "./write-hook-state.js";

/** A hook with its place, to which Codex attaches whether it is trusted and enabled. */
type KeyedHook = ListedHook & { readonly key: string };

/**
 * Codex keeps the trust in a hook under its file, its event and its number there (observed). If another hook is removed
 * before it, the trust must get the new number.
 */
export function afterRemoval(
  path: string,
  list: HookList,
  question: TrustQuestion,
): ReturnType<HookTrust["afterRemoval"]> {
  const file = realPath(path);
  const hooksIn = ({ hooks }: Pick<HookList, "hooks">) =>
    hooks.filter((hook): hook is KeyedHook => hook.key !== undefined && realPath(hook.sourcePath) === file);
  const before = hooksIn(list).filter(isKept);
  if (before.length === 0) return undefined;
  const settle = (signal: AbortSignal) =>
    withServer({ ...question, signal }, async (server) => {
      const edits = editsFor(before, hooksIn(await hooksOf(server, question.machine.folder)));
      return edits.length === 0 ? undefined : writeHookState(server, edits);
    });
  return { settle };
}

/** Whether config.toml has something about a hook. */
function isKept({ trustStatus, enabled }: ListedHook): boolean {
  return trustStatus === "trusted" || trustStatus === "modified" || !enabled;
}

function editsFor(before: readonly KeyedHook[], after: readonly KeyedHook[]): HookStateEdit[] {
  const gone = before.filter(({ key }) => !after.some((hook) => hook.key === key));
  const changed = after.flatMap((hook) => {
    const origin = originOf(hook, before);
    const isSame = origin === undefined ? !isKept(hook) : hasSameState(hook, origin);
    return isSame ? [] : [edit(hook, origin)];
  });
  return [...gone.map((hook) => edit(hook, undefined)), ...changed];
}

/** Returns the same hook before the removal: of several that are equal, the one at the same place. */
function originOf(hook: KeyedHook, before: readonly KeyedHook[]): KeyedHook | undefined {
  const equal = before.filter((one) => one.eventName === hook.eventName && one.currentHash === hook.currentHash);
  return equal.find(({ key }) => key === hook.key) ?? equal[0];
}

function hasSameState(one: KeyedHook, other: KeyedHook): boolean {
  return one.trustStatus === other.trustStatus && one.enabled === other.enabled;
}

/** Gives the place of a hook the state of another one, or none. */
function edit({ key }: KeyedHook, origin: KeyedHook | undefined): HookStateEdit {
  const state = {
    ...(origin?.trustStatus === "trusted" ? { trusted_hash: origin.currentHash } : {}),
    ...(origin?.enabled === false ? { enabled: false } : {}),
  };
  return { key, state: Object.keys(state).length === 0 ? null : state, isMerged: false };
}
