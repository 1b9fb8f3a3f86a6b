import { type HelloResult, POINTS } from "@agent-hook/protocol";
import type { Manifest } from "@agent-hook/sdk/in-process";

/** The manifest that hooks of the SDK answer hello with; nothing for what is none. */
export function manifestIn(hello: HelloResult | undefined): Manifest | undefined {
  const { sdk, points, tools, onFailure, deadlines } = (hello ?? {}) as Partial<Manifest>;
  if (!Array.isArray(points) || !Array.isArray(tools) || typeof sdk?.name !== "string") return undefined;
  if (typeof deadlines?.interceptMs !== "number" || typeof deadlines.approveMs !== "number") return undefined;
  if (onFailure !== "block" && onFailure !== "continue") return undefined;
  // A later SDK may know more points than this.
  return {
    ...(hello as unknown as Manifest),
    points: points.filter((point) => point in POINTS || point === "onEvent"),
  };
}
