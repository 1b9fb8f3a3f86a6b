import type { AppServer } from "./app-server.js";

/** What Codex keeps about a hook. */
interface HookState {
  readonly trusted_hash?: string;
  readonly enabled?: boolean;
}

/** A change of Codex's config.toml. */
interface ConfigEdit {
  readonly keyPath: string;
  readonly value: object | null;
  readonly mergeStrategy: "replace" | "upsert";
}

/** Sets what Codex keeps about hooks, by their keys. Other fields and hooks stay. */
export function stateEdit(states: readonly (readonly [string, HookState])[]): ConfigEdit {
  return { keyPath: "hooks.state", value: Object.fromEntries(states), mergeStrategy: "upsert" };
}

/** Removes what Codex keeps about a hook, or about all hooks. Old versions do not understand the quotes (observed). */
export function removalEdit(key?: string): ConfigEdit {
  const keyPath = key === undefined ? "hooks.state" : `hooks.state.${JSON.stringify(key)}`;
  return { keyPath, value: null, mergeStrategy: "replace" };
}

/** Makes Codex change its config.toml. Returns why it did not, or `undefined`. */
export async function writeHookState(server: AppServer, edits: readonly ConfigEdit[]): Promise<string | undefined> {
  const { error, result } = await server.ask("config/batchWrite", { edits });
  if (error !== undefined) return `it did not write its config.toml: ${messageOf(error)}`;
  const status = field(result, "status");
  return status === "ok" ? undefined : `it wrote its config.toml, but answered ${status} instead of ok`;
}

function messageOf(error: unknown): string {
  const [firstLine = ""] = String(field(error, "message")).split("\n");
  return firstLine;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
