import { effectOf } from "@agent-hook/picoclaw";
import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import type { WireMessage } from "@agent-hook/picoclaw/testing";
import { isBefore, type JsonObject } from "@agent-hook/sdk/internal/text";
import type { Difference } from "@agent-hook/sdk/internal/transcript";
import { changesBetween, partsOf } from "../call-decision.js";

/** The last version that accepts every change that a hook makes. */
export const LAST_VERSION_ACCEPTING_ALL = "v0.2.7";

/** Returns an answer's changes to a call, as far as the version accepts them. Equivalent values do not count. */
export function changesOf({ method, params }: WireMessage, result: unknown, version: string): Difference[] {
  const effect = (answer: unknown) => continuation(method, params, answer, version);
  return changesBetween(effect({}), effect(result));
}

/**
 * Describes what v0.2.8 and later would ignore in an answer. Returns `undefined` if they would ignore nothing, or if
 * `version` is one of them.
 */
export function ignoredByNewerVersions(
  { method, params }: WireMessage,
  result: unknown,
  version: string,
): string | undefined {
  if (!isBefore(version, "v0.2.8")) return undefined;
  const effect = (by: string) => continuation(method, params, result, by);
  const parts = partsOf(changesBetween(effect(NEWEST_VERSION), effect(version)));
  const words = parts.map((part) => (part === "tools" ? "tool definitions" : part));
  return words.length === 0 ? undefined : `ignored by v0.2.8 and later: ${words.join(", ")}`;
}

function continuation(method: string, params: JsonObject, result: unknown, version: string): JsonObject {
  return (effectOf(method, params, { result }, version) as { continuesWith?: JsonObject }).continuesWith ?? {};
}
