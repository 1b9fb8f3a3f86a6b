import type { ModifyPoint, Patches } from "../hook/decisions.js";
import { setField } from "./copies.js";

type AnyPatch = Record<string, unknown>;

/**
 * Captured before a dependency of the hook can replace them, and used in plain loops. Otherwise, a call could lose
 * fields on the way to the handler, which would then decide on a different call.
 */
const { defineProperties, getOwnPropertyDescriptors, keys } = Object;

/** Returns the patch with a text result as `{ forLlm }` and without `undefined` fields, which change nothing. */
export function normalizedPatch<P extends ModifyPoint>(patch: Patches[P]): Patches[P] {
  const { options, result, ...rest } = definedOnly(patch as AnyPatch);
  const whole = typeof result === "string" ? { forLlm: result } : result;
  return {
    ...rest,
    ...(options === undefined ? {} : { options: definedOnly(options as AnyPatch) }),
    ...(whole === undefined ? {} : { result: definedOnly(whole as AnyPatch) }),
  } as Patches[P];
}

/**
 * Applies a patch to a call, or to an earlier patch. `options` and `result` are merged one level deep. Getters stay
 * getters, so that a conversation is decoded only if it is read.
 */
export function overlay<T extends object>(below: T, patch: object): T {
  const above = patch as AnyPatch;
  const whole = defineProperties({}, getOwnPropertyDescriptors(below)) as AnyPatch;
  const names = keys(above);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    const merges = key === "options" || key === "result";
    setField(whole, key, merges ? { ...(whole[key] as AnyPatch), ...(above[key] as AnyPatch) } : above[key]);
  }
  return whole as T;
}

function definedOnly(object: AnyPatch): AnyPatch {
  const defined = {};
  const names = keys(object);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    if (object[key] !== undefined) setField(defined, key, object[key]);
  }
  return defined;
}
