import { closeSync, openSync, readSync } from "node:fs";

/** The Node that made a start-up snapshot; no other one can start it. */
export interface BuiltWith {
  /** `v20.20.2`, as `process.version` */
  readonly version: string;
  /** As `process.arch`. */
  readonly arch: string;
  /** As `process.platform`. */
  readonly platform: string;
}

const HEAD_BYTES = 256;

/** Reads who made a start-up snapshot from its head; nothing for a file that is none. Throws if it cannot be read. */
export function builtWith(blob: string): BuiltWith | undefined {
  const head = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(blob, "r");
  try {
    readSync(descriptor, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(descriptor);
  }
  // Texts with their lengths in front, in binary: only the texts are looked at.
  const [, version, arch, platform] = HEAD.exec(head.toString("latin1")) ?? [];
  if (version === undefined || arch === undefined || platform === undefined) return undefined;
  return { version: `v${version}`, arch, platform };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the head is binary
const HEAD = /[\0-\x1f](\d+\.\d+\.\d+[-\w.]*)[\0-\x1f]+([a-z]\w+)[\0-\x1f]+([a-z]\w+)[^\w]/;
