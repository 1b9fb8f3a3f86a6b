/** Something that is open until the process ends. */
export interface Closable {
  close(): Promise<void>;
  /** Writes what waits, without a promise. */
  flush(): void;
}

const stillOpen = new Set<Closable>();

/** Closes something when the process ends by itself. After `process.exit`, only `flush` runs. */
export function closeAtExit(closable: Closable): void {
  if (stillOpen.size === 0) {
    process.once("beforeExit", closeAll);
    process.once("exit", flushAll);
  }
  stillOpen.add(closable);
}

/** Closes everything that is open, in the order in which it was opened. */
export async function closeAll(): Promise<void> {
  process.off("beforeExit", closeAll);
  process.off("exit", flushAll);
  const all = [...stillOpen];
  stillOpen.clear();
  for (const closable of all) await closable.close();
}

function flushAll(): void {
  for (const closable of stillOpen) closable.flush();
}
