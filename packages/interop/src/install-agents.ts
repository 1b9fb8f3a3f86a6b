import { liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { cacheFolder, install } from "./install.js";

/**
 * Vitest's global setup. With INTEROP=skip, agents that cannot be installed are left out, and their tests are skipped.
 */
export async function setup(): Promise<void> {
  const installed = await Promise.allSettled(liveHosts.map((agent) => install(agent)));
  const failures = installed.flatMap((outcome, at) =>
    outcome.status === "rejected" ? [`${liveHosts[at]?.title}: ${(outcome.reason as Error).message}`] : [],
  );
  if (failures.length === 0) return;
  const text = `These agents cannot be installed into ${cacheFolder()}:\n\n${failures.join("\n\n")}`;
  if (process.env.INTEROP !== "skip") throw new Error(`${text}\n\nINTEROP=skip leaves them out.`);
  console.warn(`${text}\n\nINTEROP=skip: their tests are skipped.`);
}
