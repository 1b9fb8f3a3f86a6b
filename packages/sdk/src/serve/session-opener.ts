import { isFrom, type KnownHost } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import type { Clock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { Service, Session } from "../runtime/session.js";
import { type AnswerWay, oneCall } from "./one-call.js";
import type { WantedHost } from "./wanted-host.js";

/** Everything needed to open the service of any host. */
export interface Opening {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  readonly wanted: WantedHost | undefined;
  /** As in `Session`. */
  readonly event?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Writes complete lines to a persistent host. */
  write(text: string): void;
  /** The output to a one-shot host. */
  readonly once: AnswerWay;
}

/** Returns a function that opens the service of the calling host. */
export function sessionOpener(opening: Opening): (adapter: KnownHost) => Promise<Service> {
  const { hook, manifest, wanted, event, env, clock } = opening;
  const session: Session = {
    hook,
    manifest,
    ...(wanted?.version === undefined ? {} : { version: wanted.version }),
    ...(wanted?.variant === undefined ? {} : { variant: wanted.variant }),
    ...(event === undefined ? {} : { event }),
    allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1",
    env,
    clock,
  };
  return async (adapter) => {
    if (adapter.lifetime === "one-shot") {
      opening.once.arm();
      const open = await adapter.load();
      const isFromHost = (message: unknown) => isFrom(adapter, message, oneShotHosts);
      return oneCall(open({ ...session, isFromHost }), opening.once);
    }
    const open = await adapter.load(session.variant);
    return open({ ...session, write: (text) => opening.write(text) });
  };
}
