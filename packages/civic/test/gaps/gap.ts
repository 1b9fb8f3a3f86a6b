import type { Scene } from "../civic/scene.js";

/** Civic's own packages, or our replacements. */
export type Side = "stock" | "ours";

/** A problem that a user may encounter. The table contains the text that `observe` returned. */
export interface Gap {
  /** The action that was tested. */
  readonly gap: string;
  readonly stock: string;
  readonly ours: string;
  readonly observe: (side: Side, scene: Scene) => Promise<string>;
}
