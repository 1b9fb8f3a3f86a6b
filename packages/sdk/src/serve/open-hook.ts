import type { Hook } from "../hook/define-hook.js";
import { checkDefinition } from "../runtime/definition-rules.js";
import type { Failure } from "../runtime/failure.js";
import { loadJsonSchema } from "../runtime/json-schema.js";
import { type Manifest, manifestOf } from "../runtime/manifest.js";
import { prepareHook } from "../runtime/prepare.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { StoreSource } from "../store/source.js";
import { HOST_NAMES, NATIVE_EVENTS } from "./host-names.js";

/** The environment and the outputs of a hook. */
export interface HookEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** Receives the hook's log, as complete lines. */
  writeError(text: string): void;
  onFailure?: ((failure: Failure) => void) | undefined;
  /** What `context.store` uses. The caller closes it. */
  readonly store: StoreSource;
}

/** A checked hook with its settings. */
export interface OpenedHook {
  readonly manifest: Manifest;
  readonly hook: PreparedHook;
}

/** Checks a hook and reads its settings. Rejects with `DefinitionError` or `SettingsError`, which list all problems. */
export async function openHook(
  hook: Hook,
  { env, writeError, onFailure, store }: HookEnvironment,
): Promise<OpenedHook> {
  checkDefinition(hook, NATIVE_EVENTS);
  await loadJsonSchema(hook);
  const manifest = manifestOf(hook, HOST_NAMES);
  return { manifest, hook: await prepareHook(hook, manifest, env, writeError, store, onFailure) };
}
