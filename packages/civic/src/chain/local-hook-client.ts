import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import type { Hook } from "../protocol/hook.js";
import { METHODS } from "../protocol/methods.js";
import { AbstractHook } from "./abstract-hook.js";

/** Wraps a hook that may lack some methods as a hook with all 31. A missing method lets everything pass. */
export class LocalHookClient extends AbstractHook {
  constructor(private readonly hook: Hook) {
    super();
    for (const name of Object.keys(METHODS) as MethodName[]) {
      const pass = this[name] as (...args: unknown[]) => Promise<unknown>;
      const value = async (...args: unknown[]) => {
        const method = hook[name] as typeof pass | undefined;
        return method === undefined ? pass.apply(this, args) : method.apply(hook, args);
      };
      Object.defineProperty(this, name, { value, writable: true, configurable: true });
    }
  }

  get name(): string {
    return this.hook.name;
  }
}

/** @deprecated Use `new LocalHookClient(hook)`. */
export function createLocalHookClient(hook: Hook): LocalHookClient {
  return new LocalHookClient(hook);
}
