import { isDeepStrictEqual } from "node:util";
import { stringify } from "@agent-hook/protocol/text";
import type { ToolCall } from "../hook/calls.js";
import type { ModifyPoint, Patches } from "../hook/decisions.js";
import { once } from "./lazily.js";

type AnyPatch = Record<string, unknown>;

/** The patch with text results spelt out and without its `undefined` fields, which name nothing. */
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
 * What a call looks like under a patch, and two patches one after the other: `options` and `result` merge one level
 * deep. Getters stay getters: a conversation that nobody reads is never decoded.
 */
export function overlay<T extends object>(below: T, patch: object): T {
  const above = patch as AnyPatch;
  const whole = Object.defineProperties({}, Object.getOwnPropertyDescriptors(below)) as AnyPatch;
  for (const key of Object.keys(above)) {
    const merges = key === "options" || key === "result";
    const value = merges ? { ...(whole[key] as AnyPatch), ...(above[key] as AnyPatch) } : above[key];
    Object.defineProperty(whole, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return whole as T;
}

/**
 * A call for one handler alone: what it changes in place is seen by no other. Getters stay getters, and the host's own
 * object becomes one: most handlers never look at it.
 */
export function cloneCall<T extends object>(call: T): T {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(call)).map(([key, field]) => {
    const { get, value } = field;
    if (get === undefined && key !== "raw") return [key, { ...field, value: copyOf(value) }] as const;
    const copy = once(() => copyOf(get === undefined ? value : get.call(call)));
    return [key, { get: copy, enumerable: true, configurable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(fields)) as T;
}

/** With the symbols under which a message keeps what only its host knows. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const fields = Reflect.ownKeys(value).map((key) => {
    const own = {
      value: copyOf((value as AnyPatch)[key as string]),
      enumerable: true,
      configurable: true,
      writable: true,
    };
    return [key, own] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(fields));
}

/** What a tool call is, as JSON text: a handler can change the call's own objects. */
export function snapshot({ tool, arguments: args }: ToolCall): string {
  return stringify({ tool, args });
}

/** Whether a patch leaves a tool call as it was before the handler saw it. */
export function changesNothing(before: string, call: ToolCall, patch: Patches["beforeTool"]): boolean {
  try {
    const after = snapshot(overlay(call, namedFields<"beforeTool">(patch)));
    return isDeepStrictEqual(JSON.parse(after), JSON.parse(before));
  } catch {
    // What JSON cannot say is no tool call.
    return false;
  }
}

function definedOnly(object: AnyPatch): AnyPatch {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
