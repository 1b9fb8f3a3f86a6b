import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import { METHODS, type Phase } from "../protocol/methods.js";
import type { PassingMethods } from "../protocol/passing-methods.js";

/** A Civic hook with all 31 methods. Each lets everything pass until a class overrides it. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the methods are put on the prototype below, from the table
export abstract class AbstractHook {
  abstract get name(): string;
}

export interface AbstractHook extends PassingMethods {}

const PASS: Readonly<Record<Phase, (subject: unknown) => object>> = {
  request: (request) => ({ resultType: "continue", request }),
  result: (response) => ({ resultType: "continue", response }),
  notification: (notification) => ({ resultType: "continue", notification }),
  error: () => ({ resultType: "continue" }),
  "notification error": () => ({ resultType: "continue" }),
};

const passes = new WeakSet<object>();

/** Whether a method is one of the defaults of `AbstractHook`, not an override. */
export function isOurPass(method: object): boolean {
  return passes.has(method);
}

for (const name of Object.keys(METHODS) as MethodName[]) {
  const pass = PASS[METHODS[name].phase];
  const value = async (subject: unknown) => pass(subject);
  passes.add(value);
  Object.defineProperty(AbstractHook.prototype, name, { value, writable: true, configurable: true });
}
