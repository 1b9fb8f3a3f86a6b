import type { Hook } from "@civic/hook-common";
import { serveOurs } from "../civic/our-server.js";
import type { Scene } from "../civic/scene.js";
import { serveStock } from "../civic/stock-server.js";
import type { Side } from "./gap.js";

type OurHook = Parameters<typeof serveOurs>[1];

/** Serves the hook of a side with that side's server. Returns its URL. */
export function serve(side: Side, scene: Scene, hooks: { readonly stock: Hook; readonly ours: OurHook }) {
  return side === "stock" ? serveStock(scene, hooks.stock) : serveOurs(scene, hooks.ours);
}
