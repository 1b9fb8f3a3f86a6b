import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Hook } from "@agent-hook/sdk";

/** While this global is a text, `serve` of any copy of the SDK throws it: stdin belongs to the policy. */
const IMPORTED = Symbol.for("agent-hook.imported");

const NO_SERVE =
  "a hook file of a policy must not call serve: export the hook instead, with `export default` or as `hook`";

/** Imports the hook that a module exports. Throws an `Error` whose message quotes nothing of the module. */
export async function importHook(file: string, policyPath: string): Promise<Hook> {
  const module = await load(pathToFileURL(hookFileAt(file, policyPath)).href);
  const hook = [module.default, module.hook].find(isHook);
  if (hook === undefined) throw new Error("exports no hook: expected one as default export or as `hook`");
  return hook;
}

/** Returns the path of a module that a policy names. */
export function hookFileAt(file: string, policyPath: string): string {
  return resolve(dirname(policyPath), file);
}

async function load(url: string): Promise<Record<string, unknown>> {
  Reflect.set(globalThis, IMPORTED, NO_SERVE);
  try {
    return await import(url);
  } catch (error) {
    const { code, name, message } = Object(error) as { code?: unknown; name?: unknown; message?: unknown };
    if (message === NO_SERVE) throw new Error(NO_SERVE, { cause: error });
    // The message of a foreign error may quote anything.
    throw new Error(`cannot be loaded (${String(code ?? name ?? "Error").slice(0, 40)})`, { cause: error });
  } finally {
    Reflect.deleteProperty(globalThis, IMPORTED);
  }
}

/** Whether a value is a hook, also of another copy of the SDK. */
function isHook(value: unknown): value is Hook {
  return typeof value === "object" && value !== null && Reflect.get(value, "~defineHook") === true;
}
