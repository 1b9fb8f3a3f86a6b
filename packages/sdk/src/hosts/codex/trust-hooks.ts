import type { TrustQuestion } from "../../host-tools/install.js";
import type { PlacedEntry } from "../../host-tools/install-findings.js";
import { AppServerError, withServer } from "./app-server.js";
import { findHook, hooksOf, type ListedHook } from "./hook-list.js";
import { stateEdit, writeHookState } from "./write-hook-state.js";

/** An entry, and the hash that Codex reported for it before a person agreed to it. */
interface AgreedEntry {
  readonly entry: PlacedEntry;
  readonly hash: string;
}

/**
 * Makes the installed Codex trust entries, in the user's own settings, as its own screen does. Codex attaches the trust
 * to its hash of the entry, so that it does not trust an entry that has changed since. Returns why they are not trusted,
 * or `undefined`.
 */
export function trustHooks(agreed: readonly AgreedEntry[], question: TrustQuestion): Promise<string | undefined> {
  const { folder } = question.machine;
  return withServer(question, async (server) => {
    const { hooks } = await hooksOf(server, folder);
    const trusted = agreed.map(({ entry, hash }) => [keyOf(hooks, entry), { trusted_hash: hash }] as const);
    const failure = await writeHookState(server, [stateEdit(trusted)]);
    if (failure !== undefined) return failure;
    const after = await hooksOf(server, folder);
    const isTrusted = ({ entry }: AgreedEntry) => findHook(after.hooks, entry)?.trustStatus === "trusted";
    return agreed.every(isTrusted) ? undefined : "it wrote its config.toml, but still does not trust the entries";
  });
}

function keyOf(hooks: readonly ListedHook[], entry: PlacedEntry): string {
  const key = findHook(hooks, entry)?.key;
  if (key === undefined) throw new AppServerError("it does not list the entries any more");
  return key;
}
