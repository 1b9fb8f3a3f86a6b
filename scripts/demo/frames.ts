import type { Line } from "./screen.js";

export interface Frame {
  readonly durationMs: number;
  readonly lines: readonly Line[];
}

/** Faster changes are not shown. */
const TICK_MS = 120;
/** Longer pauses are shortened. */
const PAUSE_MS = 1200;
const LAST_MS = 6000;

/** Records what `read` returns until it is stopped. */
export class Recording {
  readonly #shots: { readonly atMs: number; readonly lines: readonly Line[]; readonly key: string }[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #read: () => readonly Line[];

  constructor(read: () => readonly Line[]) {
    this.#read = read;
    this.#shoot();
    this.#timer = setInterval(() => this.#shoot(), TICK_MS);
  }

  stop(): Frame[] {
    clearInterval(this.#timer);
    this.#shoot();
    return this.#shots.map(({ atMs, lines }, index) => {
      const next = this.#shots[index + 1];
      const durationMs = next === undefined ? LAST_MS : Math.min(next.atMs - atMs, PAUSE_MS);
      return { durationMs: Math.round(durationMs), lines };
    });
  }

  #shoot(): void {
    const lines = this.#read();
    const key = JSON.stringify(lines);
    if (this.#shots.at(-1)?.key !== key) this.#shots.push({ atMs: performance.now(), lines, key });
  }
}
