import { startupSnapshot } from "node:v8";

/**
 * While `agent-hook build` makes a startup snapshot, runs something once, so that the snapshot contains its loaded code.
 * Must not read the environment or the disk: the snapshot is made elsewhere. A failure shows when a call needs the same.
 */
export function warmInSnapshot(warm: () => Promise<unknown>): void {
  if (startupSnapshot.isBuildingSnapshot()) void warm().catch(() => {});
}

/** An ordinary command. Judging it once loads most of the code that others need. */
export const SAMPLE_COMMAND =
  'cd src && A=1 npm test -- --run 2>&1 | tail -20; git status > out.txt; cat "$HOME/a.txt"';
