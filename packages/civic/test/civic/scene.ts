/** Everything that a test started. Ends it in reverse order. */
export class Scene {
  readonly #ends: (() => unknown)[] = [];

  onEnd(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}
