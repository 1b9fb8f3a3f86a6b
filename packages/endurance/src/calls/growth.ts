/** In MB. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

/** MB per 100,000 calls. Below this limit, a hook that gets one call per second grows by at most 26 MB in a month. */
const BOUND = 1;
/** Number of points to ignore at the start: V8 still compiles, and the heap has not reached its working size. */
const WARM_UP = 8;
/** With fewer points, the slope is noise. */
const MIN_POINTS = 8;

/** Measures how memory grows with the number of calls. */
export class Growth {
  readonly #points: { readonly calls: number; readonly memory: Memory }[] = [];

  add(calls: number, memory: Memory): void {
    this.#points.push({ calls, memory });
  }

  /** Throws if memory grows with the number of calls. Otherwise, describes the measurement. */
  assertFlat(): string {
    const last = this.#points.at(-1)?.memory ?? { rss: 0, heapUsed: 0 };
    const at = `${last.rss.toFixed(0)} MB resident at the end`;
    const warm = this.#points.slice(WARM_UP);
    if (warm.length < MIN_POINTS) return at;
    const slopes = (["rss", "heapUsed"] as const).map((key) => {
      const slope = slopeOf(warm.map(({ calls, memory }) => [calls / 100_000, memory[key]]));
      if (slope >= BOUND) throw new Error(`${key} grows by ${slope.toFixed(2)} MB for each 100,000 calls`);
      return `${slope.toFixed(2)} MB of ${key === "rss" ? "resident memory" : "heap"}`;
    });
    return `${at}, growth per 100,000 calls: ${slopes.join(" and ")}`;
  }
}

/** Returns the slope of the least-squares line. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const x0 = mean(points.map(([x]) => x));
  const y0 = mean(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}
