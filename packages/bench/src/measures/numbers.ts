export function quantile(values: readonly number[], at: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * at)] as number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the slope of the least-squares line through the values, per step. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const height = mean(values);
  const of = (by: (value: number, at: number) => number) => values.reduce((sum, value, at) => sum + by(value, at), 0);
  return of((value, at) => (at - middle) * (value - height)) / of((_, at) => (at - middle) ** 2);
}

/** Returns the duration of an action, in milliseconds. */
export async function timed(action: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
