import type { SnapshotNode } from "../../build/snapshot-node.js";
import { nodeVersion, snapshotIn, tryReadSnapshotNode } from "../../config/snapshot.js";
import { isRegular, readRegular } from "../../files/regular-file.js";

/** A startup snapshot and the Node that starts it. */
export interface Snapshot {
  readonly blob: string;
  /** `undefined` if the file is not a snapshot. */
  readonly builtBy: SnapshotNode | undefined;
  /** The version of the Node that starts the snapshot. */
  readonly nodeVersion: string;
  /**
   * The command with the bundle instead of the snapshot, as the launcher starts it. Absent without a bundle next to the
   * snapshot.
   */
  readonly bundled?: readonly string[];
  /** Whether the snapshot was made from another version of the bundle. */
  readonly stale: boolean;
}

export async function snapshotOf(command: readonly string[]): Promise<Snapshot | undefined> {
  const [program = "", , , ...args] = command;
  const blob = snapshotIn(command);
  if (blob === undefined) return undefined;
  const facts = { blob, builtBy: tryReadSnapshotNode(blob), nodeVersion: await nodeVersion(program) };
  const bundle = blob.replace(/\.blob$/, ".cjs");
  if (!isRegular(bundle)) return { ...facts, stale: false };
  const rest = args[0] === bundle || args[0] === "--" ? args.slice(1) : args;
  return { ...facts, bundled: [program, bundle, ...rest], stale: !isRegular(blob) || !isMadeFrom(blob, bundle) };
}

/** Returns whether the Node that starts the snapshot also made it. */
export function isSameNode({ builtBy, nodeVersion }: Snapshot): boolean {
  return builtBy?.version === nodeVersion;
}

/**
 * Returns whether a snapshot was made from a bundle: it then contains the bundle's text, with one or two bytes per
 * character (Node 20, 22 and 24).
 */
function isMadeFrom(blob: string, bundle: string): boolean {
  const bytes = readRegular(blob).bytes;
  const text = readRegular(bundle).bytes.toString("utf8");
  return bytes.includes(Buffer.from(text, "latin1")) || bytes.includes(Buffer.from(text, "utf16le"));
}
