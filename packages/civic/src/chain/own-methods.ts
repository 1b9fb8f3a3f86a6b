import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/adapter";
import type { Hook } from "../protocol/hook.js";
import { METHODS, type Phase } from "../protocol/methods.js";
import { isOurPass } from "./abstract-hook.js";

/** The methods that a hook has of its own: not those of an `AbstractHook`, ours or Civic's, which let everything pass. */
export function ownMethods(hook: Hook): readonly MethodName[] {
  return METHOD_NAMES.filter((name) => hook[name] !== undefined && !isPassThrough(name, hook[name]));
}

/** By what it does, never by the name of its class: a policy that is taken for a pass-through would never be asked. */
export function isPassThrough(name: MethodName, method: unknown): boolean {
  return typeof method === "function" && (isOurPass(method) || isCivicsPass(name, method));
}

/** The pass-throughs of @civic/hook-common 0.9.0, as they are written there, without spaces. */
const CIVICS: Readonly<Record<Phase, RegExp>> = {
  request: /^\(request,_requestExtra\)\{return\{resultType:"continue",(request:)?request,?\};\}$/,
  result:
    /^\(response,_original\w+,_originalRequestExtra\)\{return\{resultType:"continue",(response:)?response,?\};\}$/,
  error: /^\(_error,_original\w+,_originalRequestExtra\)\{return\{resultType:"continue"\};\}$/,
  notification: /^\(notification\)\{return\{resultType:"continue",(notification:)?notification,?\};\}$/,
  "notification error": /^\(_error,_originalNotification\)\{return\{resultType:"continue"\};\}$/,
};

/** The text of a function is slow to get. */
const known = new WeakMap<object, boolean>();

function isCivicsPass(name: MethodName, method: object): boolean {
  const isPass = known.get(method) ?? readsAsPass(name, method);
  known.set(method, isPass);
  return isPass;
}

function readsAsPass(name: MethodName, method: object): boolean {
  const [before, after] = Function.prototype.toString.call(method).replace(/\s+/g, "").split(name);
  return before === "async" && after !== undefined && CIVICS[METHODS[name].phase].test(after);
}
