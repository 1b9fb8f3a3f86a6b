import type { Scene } from "../civic/scene.js";

/** Civic's own packages, or ours in their place. */
export type Side = "stock" | "ours";

/** What somebody may trip over. What `observe` saw, in words, is what the table says. */
export interface Gap {
  /** What was done. */
  readonly gap: string;
  readonly stock: string;
  readonly ours: string;
  readonly observe: (side: Side, scene: Scene) => Promise<string>;
}
