import type { AppServer } from "./app-server.js";

/** A change of what Codex keeps about a hook. */
export interface HookStateEdit {
  readonly key: string;
  /** `null` removes all. */
  readonly state: { readonly trusted_hash?: string | null | undefined; readonly enabled?: boolean } | null;
  /** Whether the fields that are not in `state` are kept. */
  readonly isMerged: boolean;
}

/** Makes Codex change its config.toml. Returns why it did not, or `undefined`. */
export async function writeHookState(server: AppServer, edits: readonly HookStateEdit[]): Promise<string | undefined> {
  const { error, result } = await server.ask("config/batchWrite", {
    // With a path for each key, nothing is left of an empty table (observed).
    edits: edits.map(({ key, state, isMerged }) => ({
      keyPath: `hooks.state.${JSON.stringify(key)}`,
      value: state,
      mergeStrategy: isMerged ? "upsert" : "replace",
    })),
  });
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
