import type { BuiltWith } from "../../build/built-with.js";
import { makerOf, nodeVersion, snapshotIn } from "../../config/snapshot.js";
import { isRegular, readRegular } from "../../files/regular-file.js";

/** A start-up snapshot, and who starts it. */
export interface Snapshot {
  readonly blob: string;
  /** Nothing for a file that is none. */
  readonly by: BuiltWith | undefined;
  /** The version of the Node that starts it. */
  readonly node: string;
  /** The command without it, as the launcher starts that; nothing where no bundle is beside it. */
  readonly bundled?: readonly string[];
  /** Whether it was made from the bundle as that is now. */
  readonly stale: boolean;
}

export async function snapshotOf(command: readonly string[]): Promise<Snapshot | undefined> {
  const [program = "", , , ...args] = command;
  const blob = snapshotIn(command);
  if (blob === undefined) return undefined;
  const facts = { blob, by: makerOf(blob), node: await nodeVersion(program) };
  const bundle = blob.replace(/\.blob$/, ".cjs");
  if (!isRegular(bundle)) return { ...facts, stale: false };
  const rest = args[0] === bundle || args[0] === "--" ? args.slice(1) : args;
  return { ...facts, bundled: [program, bundle, ...rest], stale: !isRegular(blob) || !holds(blob, bundle) };
}

/** Whether the Node that is to start it made it. */
export function fits({ by, node }: Snapshot): boolean {
  return by?.version === node;
}

/** A snapshot holds the text that it was made from, in a byte or in two for each letter (Node 20, 22 and 24). */
function holds(blob: string, bundle: string): boolean {
  const bytes = readRegular(blob).bytes;
  const text = readRegular(bundle).bytes.toString("utf8");
  return bytes.includes(Buffer.from(text, "latin1")) || bytes.includes(Buffer.from(text, "utf16le"));
}
