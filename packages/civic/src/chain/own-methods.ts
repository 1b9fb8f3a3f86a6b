import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/internal/adapter";
import type { Hook } from "../protocol/hook.js";
import { METHODS, type Phase } from "../protocol/methods.js";
import { isOurPass } from "./abstract-hook.js";

/**
 * Returns a hook's own methods, without the defaults of an `AbstractHook` (ours or Civic's), which let everything pass.
 */
export function ownMethods(hook: Hook): readonly MethodName[] {
  return METHOD_NAMES.filter((name) => hook[name] !== undefined && !isPassThrough(name, hook[name]));
}

/**
 * Whether a method lets everything pass. Decides by the source of the method, not by the name of its class: a method
 * that is mistaken for a pass-through would never be called.
 */
export function isPassThrough(name: MethodName, method: unknown): boolean {
  return typeof method === "function" && (isOurPass(method) || isCivicsPass(name, method));
}

/** The source of the pass-through methods in @civic/hook-common 0.9.0, without spaces. */
const CIVIC_SOURCES: Readonly<Record<Phase, RegExp>> = {
  request: /^\(request,_requestExtra\)\{return\{resultType:"continue",(request:)?request,?\};\}$/,
  result:
    /^\(response,_original\w+,_originalRequestExtra\)\{return\{resultType:"continue",(response:)?response,?\};\}$/,
  error: /^\(_error,_original\w+,_originalRequestExtra\)\{return\{resultType:"continue"\};\}$/,
  notification: /^\(notification\)\{return\{resultType:"continue",(notification:)?notification,?\};\}$/,
  "notification error": /^\(_error,_originalNotification\)\{return\{resultType:"continue"\};\}$/,
};

/** A cache, since the source text of a function is slow to get. */
const known = new WeakMap<object, boolean>();

function isCivicsPass(name: MethodName, method: object): boolean {
  const isPass = known.get(method) ?? hasPassSource(name, method);
  known.set(method, isPass);
  return isPass;
}

function hasPassSource(name: MethodName, method: object): boolean {
  const [before, after] = Function.prototype.toString.call(method).replace(/\s+/g, "").split(name);
  return before === "async" && after !== undefined && CIVIC_SOURCES[METHODS[name].phase].test(after);
}
