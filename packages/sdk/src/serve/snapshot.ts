import { startupSnapshot } from "node:v8";
import type { StdoutToCome } from "../runtime/stdout/take-stdout.js";

/** Whether this process makes a start-up snapshot, and serves nobody. */
export function isSnapshotBeingBuilt(): boolean {
  return startupSnapshot.isBuildingSnapshot();
}

/**
 * Leaves `run` for every process that starts from the snapshot. Never settles, as a hook that serves: what stands behind
 * `await serve(hook)` is not reached.
 */
export async function leaveInSnapshot(run: (stdout: StdoutToCome) => Promise<void>): Promise<never> {
  const stdout = watchStdout();
  startupSnapshot.setDeserializeMainFunction(() => void run(stdout));
  const { warmUp } = await import("./warm-up.js");
  await warmUp();
  return new Promise(() => {});
}

/** To ask for `process.stdout` makes the stream: a fortieth of a start, where nobody prints. */
function watchStdout(): StdoutToCome {
  const property = Object.getOwnPropertyDescriptor(process, "stdout") as PropertyDescriptor;
  const watch = { isMade: false, whenMade() {} };
  const get = () => {
    const first = !watch.isMade;
    watch.isMade = true;
    if (first) watch.whenMade();
    return property.get?.call(process);
  };
  Object.defineProperty(process, "stdout", { ...property, get });
  return watch;
}
