import { readHead } from "../files/regular-file.js";

/** The Node that made a startup snapshot. Only this Node can start the snapshot. */
export interface SnapshotNode {
  /** As `process.version`, such as `v20.20.2`. */
  readonly version: string;
  /** As `process.arch`. */
  readonly arch: string;
  /** As `process.platform`. */
  readonly platform: string;
}

const HEAD_BYTES = 256;
/** The first bytes of every snapshot (Node 20, 22 and 24), followed by one byte for the kind of snapshot. */
const MAGIC = 0x0143da19;
const FIRST_STRING_OFFSET = 5;

/**
 * Returns the Node that made a startup snapshot, or `undefined` if the file is not a snapshot. Throws if the file
 * cannot be read.
 */
export function readSnapshotNode(blob: string): SnapshotNode | undefined {
  const head = Buffer.alloc(HEAD_BYTES);
  readHead(blob, HEAD_BYTES).copy(head);
  if (head.readUInt32LE(0) !== MAGIC) return undefined;
  const texts: string[] = [];
  for (let at = FIRST_STRING_OFFSET; texts.length < 3 && at + 8 < HEAD_BYTES; ) {
    const from = at + 8;
    at = from + Number(head.readBigUInt64LE(at));
    texts.push(head.toString("latin1", from, at));
  }
  const [version = "", arch = "", platform = ""] = texts;
  return /^\d+\.\d+\.\d+/.test(version) ? { version: `v${version}`, arch, platform } : undefined;
}
