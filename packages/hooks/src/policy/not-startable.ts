import type { Context } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { describedHost } from "@agent-hook/sdk/internal/adapter";
import type { Policy } from "./hook-of.js";
import { REGISTRY } from "./registry.js";

/**
 * Returns why ready-made hooks of a policy cannot start under a host. Their `setup` checks that and nothing else, and
 * needs only the host.
 */
export async function whyNotStartable({ hooks }: Policy, host: string, version?: string): Promise<string[]> {
  const capabilities = Object.values(hosts).find((one) => one.host === host);
  if (capabilities === undefined) return [];
  const context = { host: describedHost(capabilities, version) } as Context<never>;
  const why: string[] = [];
  for (const [name, options] of hooks) {
    const hook = (await REGISTRY[name]?.load())?.create(options, []);
    try {
      await hook?.setup?.(context);
    } catch (error) {
      why.push((error as Error).message);
    }
  }
  return why;
}
