import type { TrustQuestion } from "../../host-tools/install.js";
import type { PlacedEntry } from "../../host-tools/install-findings.js";
import { AppServerError, startAppServer } from "./app-server.js";
import { findHook, hooksOf, type ListedHook } from "./hook-list.js";

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
export async function trustHooks(
  agreed: readonly AgreedEntry[],
  { program, machine, signal }: TrustQuestion,
): Promise<string | undefined> {
  const { folder, env } = machine;
  try {
    await using server = startAppServer({ program, folder, env, signal });
    const { hooks } = await hooksOf(server, folder);
    const trusted = agreed.map(({ entry, hash }) => [keyOf(hooks, entry), { trusted_hash: hash }] as const);
    const { error, result } = await server.ask("config/batchWrite", {
      edits: [{ keyPath: "hooks.state", value: Object.fromEntries(trusted), mergeStrategy: "upsert" }],
    });
    if (error !== undefined) return `it did not write its config.toml: ${messageOf(error)}`;
    const status = field(result, "status");
    if (status !== "ok") return `it wrote its config.toml, but answered ${status} instead of ok`;
    const after = await hooksOf(server, folder);
    const isTrusted = ({ entry }: AgreedEntry) => findHook(after.hooks, entry)?.trustStatus === "trusted";
    return agreed.every(isTrusted) ? undefined : "it wrote its config.toml, but still does not trust the entries";
  } catch (error) {
    if (error instanceof AppServerError) return error.message;
    throw error;
  }
}

function keyOf(hooks: readonly ListedHook[], entry: PlacedEntry): string {
  const key = findHook(hooks, entry)?.key;
  if (key === undefined) throw new AppServerError("it does not list the entries any more");
  return key;
}

function messageOf(error: unknown): string {
  const [firstLine = ""] = String(field(error, "message")).split("\n");
  return firstLine;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
