import type { Hook } from "../hook/define-hook.js";
import { checkDefinition } from "../runtime/definition-rules.js";
import type { Failure } from "../runtime/failure.js";
import { type Manifest, manifestOf } from "../runtime/manifest.js";
import { prepareHook } from "../runtime/prepare.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import { HOST_NAMES, NATIVE_EVENTS } from "./adapters.js";

/** Where a hook has its settings from, and says what it has to say. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The hook's log: whole lines. */
  writeError(text: string): void;
  onFailure?: ((failure: Failure) => void) | undefined;
}

/** A hook that was checked and has its settings. */
export interface OpenedHook {
  readonly manifest: Manifest;
  readonly hook: PreparedHook;
}

/** Checks a definition and reads its settings. Rejects with `DefinitionError` or `SettingsError`, which name all that is wrong. */
export async function openHook(hook: Hook, { env, writeError, onFailure }: Surroundings): Promise<OpenedHook> {
  checkDefinition(hook, NATIVE_EVENTS);
  const manifest = manifestOf(hook, HOST_NAMES);
  return { manifest, hook: await prepareHook(hook, manifest, env, writeError, onFailure) };
}
