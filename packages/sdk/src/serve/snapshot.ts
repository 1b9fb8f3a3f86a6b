import { startupSnapshot } from "node:v8";

/** Whether this process makes a start-up snapshot, and serves nobody. */
export function isSnapshotBeingBuilt(): boolean {
  return startupSnapshot.isBuildingSnapshot();
}

/**
 * Leaves `run` for every process that starts from the snapshot. Never settles, as a hook that serves: what stands behind
 * `await serve(hook)` is not reached.
 */
export async function leaveInSnapshot(run: () => Promise<void>): Promise<never> {
  startupSnapshot.setDeserializeMainFunction(() => void run());
  const { warmUp } = await import("./warm-up.js");
  await warmUp();
  return new Promise(() => {});
}
