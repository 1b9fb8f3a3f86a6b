export function quantile(values: readonly number[], at: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * at)] as number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the duration of an action, in milliseconds. */
export async function timed(action: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
