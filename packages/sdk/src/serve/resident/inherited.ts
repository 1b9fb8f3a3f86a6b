import { closeSync, readFileSync } from "node:fs";

/** Of `open`. Node sets it for every descriptor that it opens. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes what this process has from its host. Whoever waits until it is closed, such as for a lock, would wait for this
 * process. A descriptor that Node opened in the meantime is kept.
 */
export function closeInherited(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) {
    try {
      const [, flags = ""] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
      if ((Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) closeSync(descriptor);
    } catch {
      // It is closed already.
    }
  }
}
