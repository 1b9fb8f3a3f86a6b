/** Waits for a few turns of the event loop, so that promise jobs, ticks and the work that they defer have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}
