import { isDeepStrictEqual } from "node:util";
import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import type { ModifyPoint, Patches } from "../hook/decisions.js";
import { once } from "./lazily.js";

type AnyPatch = Record<string, unknown>;

/**
 * Taken before a dependency of the hook can replace them, and used in plain loops: a call that lost its fields on the
 * way to the handler would be decided as another call.
 */
const { defineProperties, defineProperty, getOwnPropertyDescriptors, keys } = Object;
const { ownKeys } = Reflect;
const { isArray } = Array;

/** Returns the patch with a text result as `{ forLlm }` and without `undefined` fields, which change nothing. */
export function namedFields<P extends ModifyPoint>(patch: Patches[P]): Patches[P] {
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

/**
 * Copies a call for one handler, so that other handlers do not see what it changes in place. Getters stay getters, and
 * the host's original object becomes one, since most handlers never read it.
 */
export function cloneCall<T extends object>(call: T): T {
  const clone = {};
  const fields: Record<string, PropertyDescriptor> = getOwnPropertyDescriptors(call);
  const names = keys(fields);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    const field = fields[key] as PropertyDescriptor;
    const { get, value } = field;
    if (get === undefined && key !== "raw") {
      defineProperty(clone, key, { ...field, value: copyOf(value) });
    } else {
      const copy = once(() => copyOf(get === undefined ? value : get.call(call)));
      defineProperty(clone, key, { get: copy, enumerable: true, configurable: true });
    }
  }
  return clone as T;
}

/** Copies a value deeply, including the symbols under which a message keeps fields that only the host knows. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const names = isArray(value) ? keys(value) : ownKeys(value);
  const copy = isArray(value) ? new Array(value.length) : {};
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    setField(copy, key, copyOf((value as AnyPatch)[key]));
  }
  return copy;
}

/** Not by assignment: `__proto__` is a field like any other. */
function setField(object: object, key: string, value: unknown): void {
  defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns a tool call as JSON text, since a handler can change the call's objects. */
export function snapshot({ tool, arguments: args }: ToolCall): string {
  return stringify({ tool, args });
}

/** Whether a patch leaves a tool call as it was before the handler received it. */
export function changesNothing(before: string, call: ToolCall, patch: Patches["beforeTool"]): boolean {
  try {
    const after = snapshot(overlay(call, namedFields<"beforeTool">(patch)));
    return isDeepStrictEqual(JSON.parse(after), JSON.parse(before));
  } catch {
    // A value that JSON cannot represent is a different call.
    return false;
  }
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
