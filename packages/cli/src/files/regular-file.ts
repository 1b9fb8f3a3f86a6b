import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";

const NOT_REGULAR = "expected a file, got something else, such as a folder";

/**
 * Reads a file that a project may have created. Throws if it is not a regular file: reading a pipe could block, and a
 * device may be infinite.
 */
export function readRegular(path: string): { readonly bytes: Buffer; readonly stat: Stats } {
  return withRegular(path, (descriptor, stat) => {
    if (stat.size > 0) return { bytes: readFileSync(descriptor), stat };
    // Virtual files have no size, and may be infinite too.
    if (readSync(descriptor, Buffer.alloc(1), 0, 1, 0) > 0) throw new NotRegularFileError(NOT_REGULAR);
    return { bytes: Buffer.alloc(0), stat };
  });
}

/** Like `readRegular`, but reads only up to `maxBytes` bytes from the start. */
export function readHead(path: string, maxBytes: number): Buffer {
  return withRegular(path, (descriptor) => {
    const head = Buffer.alloc(maxBytes);
    return head.subarray(0, readSync(descriptor, head, 0, maxBytes, 0));
  });
}

export function isRegular(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function withRegular<T>(path: string, read: (descriptor: number, stat: Stats) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new NotRegularFileError(NOT_REGULAR);
    return read(descriptor, stat);
  } finally {
    closeSync(descriptor);
  }
}

/** Thrown if a path exists but is not a regular file. */
export class NotRegularFileError extends Error {
  override readonly name = "NotRegularFileError";
}
