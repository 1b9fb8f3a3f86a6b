import { type HelloResult, POINTS } from "@agent-hook/protocol";
import type { Manifest } from "@agent-hook/sdk/in-process";

/** Returns the manifest in an SDK hook's answer to hello, or `undefined` if there is none. */
export function manifestIn(hello: HelloResult | undefined): Manifest | undefined {
  const { sdk, points, tools, onFailure, deadlines } = (hello ?? {}) as Partial<Manifest>;
  if (!Array.isArray(points) || !Array.isArray(tools) || typeof sdk?.name !== "string") return undefined;
  if (typeof deadlines?.interceptMs !== "number" || typeof deadlines.approveMs !== "number") return undefined;
  if (onFailure !== "block" && onFailure !== "continue") return undefined;
  // A later SDK may have additional points.
  return {
    ...(hello as unknown as Manifest),
    points: points.filter((point) => point in POINTS || point === "onEvent"),
  };
}
