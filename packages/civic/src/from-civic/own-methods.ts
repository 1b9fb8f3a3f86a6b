import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/adapter";
import type { Hook } from "../protocol/hook.js";

/** The methods that a hook has of its own: not those that it has from `AbstractHook`, which let everything pass. */
export function ownMethods(hook: Hook): readonly MethodName[] {
  return METHOD_NAMES.filter((name) => hook[name] !== undefined && !isPassThrough(ownerOf(hook, name)));
}

function ownerOf(hook: Hook, name: MethodName): object | null {
  let owner: object | null = hook;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner;
}

/** By its name too: a policy may stand in a class that has all methods, and must not be taken for one that has none. */
function isPassThrough(owner: object | null): boolean {
  return owner?.constructor?.name === "AbstractHook" && METHOD_NAMES.every((name) => Object.hasOwn(owner, name));
}
