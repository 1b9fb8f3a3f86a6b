import type { LazyStdout } from "../runtime/stdout/take-stdout.js";

/** Set while `agent-hook build` only tries how a hook loads. */
const DRY_RUN = Symbol.for("agent-hook.dry-run");

/** Whether this process builds a startup snapshot and does not serve a host. Loading `node:v8` to ask it takes a while. */
export function isBuildingSnapshot(): boolean {
  return Reflect.has(globalThis, DRY_RUN) || process.execArgv.some((arg) => arg.startsWith("--build-snapshot"));
}

/**
 * Makes every process that starts from the snapshot call `run`. The snapshot contains what `prepare` does. Never settles,
 * like a hook that serves: code after `await serve(hook)` does not run.
 */
export async function serveFromSnapshot(
  run: (stdout: LazyStdout) => Promise<void>,
  prepare: () => Promise<void>,
): Promise<never> {
  const stdout = watchStdout();
  const { startupSnapshot } = process.getBuiltinModule("v8");
  startupSnapshot.setDeserializeMainFunction(() => void run(stdout));
  await prepare();
  const { warmUp } = await import("./warm-up.js");
  await warmUp();
  return new Promise(() => {});
}

/** Accessing `process.stdout` creates the stream, which costs a fortieth of the startup time even if it is not used. */
function watchStdout(): LazyStdout {
  const property = Object.getOwnPropertyDescriptor(process, "stdout") as PropertyDescriptor;
  const watch = { isCreated: false, onCreated() {} };
  const get = () => {
    const first = !watch.isCreated;
    watch.isCreated = true;
    if (first) watch.onCreated();
    return property.get?.call(process);
  };
  Object.defineProperty(process, "stdout", { ...property, get });
  return watch;
}
