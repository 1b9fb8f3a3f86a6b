import { test as base, vi } from "vitest";
import { Scene } from "./scene.js";

/** A test with a scene that ends together with the test. */
export const test = base.extend<{ scene: Scene }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
  scene: async ({}, use) => {
    // The proxy and the hook's server log each step.
    const log = vi.spyOn(console, "log").mockReturnValue();
    const scene = new Scene();
    await use(scene);
    await scene.end();
    log.mockRestore();
  },
});
