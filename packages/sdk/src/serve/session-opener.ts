import { isFrom, type KnownHost } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import { awaitable } from "../runtime/awaitable.js";
import type { Clock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer, CallService, Service, Session } from "../runtime/session.js";
import { parsed } from "../wire/message.js";
import type { WantedHost } from "./wanted-host.js";

/** Sends the one answer of a process. */
export interface AnswerWay {
  /** A one-shot host calls: an answer must follow. */
  arm(): void;
  deliver(answer: CallAnswer): void;
}

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
      // A host that was not named was detected by this message.
      const isFromHost = (message: unknown) => wanted === undefined || isFrom(adapter, message, oneShotHosts);
      return oneCall(open({ ...session, isFromHost }), opening.once);
    }
    const open = await adapter.load(session.variant);
    return open({ ...session, write: (text) => opening.write(text) });
  };
}

/** Wraps a call in a service. Its lines are one JSON value, which is answered when the input ends. */
function oneCall(call: CallService, way: AnswerWay): Service {
  const lines: string[] = [];
  let first: unknown;
  let answered: Promise<void> | undefined;
  const answer = async () => {
    const isFirstAll = first !== undefined && !lines.some((line, at) => at > 0 && /[^ \t\r]/.test(line));
    const text = lines.join("\n");
    way.deliver(await awaitable(call.answer({ value: isFirstAll ? first : parsed(text), text })));
  };
  return {
    receive(more, value) {
      if (lines.length === 0) first = value;
      for (const line of more) lines.push(line);
    },
    inputEnded() {
      answered ??= answer();
      return answered;
    },
    async end(graceMs) {
      await call.end(graceMs);
      await answered;
    },
  };
}
