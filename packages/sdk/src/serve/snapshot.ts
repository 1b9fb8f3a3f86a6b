import { startupSnapshot } from "node:v8";
import { adapters } from "./adapters.js";

/** Whether this process makes a start-up snapshot, and serves nobody. */
export function isSnapshotBeingBuilt(): boolean {
  return startupSnapshot.isBuildingSnapshot();
}

/**
 * Leaves `run` for every process that starts from the snapshot. Hosts that start one for each call find their adapters
 * loaded. Never settles, as a hook that serves: what stands behind `await serve(hook)` is not reached.
 */
export async function leaveInSnapshot(run: () => Promise<void>): Promise<never> {
  startupSnapshot.setDeserializeMainFunction(() => void run());
  for (const adapter of adapters) if (adapter.lifetime === "one call") await adapter.load();
  return new Promise(() => {});
}
