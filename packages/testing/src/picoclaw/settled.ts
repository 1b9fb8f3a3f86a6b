/** Waits until promise jobs, ticks and the work that they deferred have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}
