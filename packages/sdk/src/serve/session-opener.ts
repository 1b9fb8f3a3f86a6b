import type { Clock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { Open } from "./reception.js";
import type { WantedHost } from "./wanted-host.js";

/** All that a service of any host is opened with. */
export interface Opening {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  readonly wanted: WantedHost | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  write(text: string): void;
}

/** Opens the service of the host that calls. */
export function sessionOpener({ hook, manifest, wanted, env, clock, write }: Opening): Open {
  return async (adapter) => {
    const open = await adapter.load();
    return open({
      hook,
      manifest,
      ...(wanted?.version === undefined ? {} : { version: wanted.version }),
      allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1",
      env,
      clock,
      write,
    });
  };
}
