import { isFrom, type KnownHost } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import { awaitable } from "../runtime/awaitable.js";
import type { Clock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import type { Recorder } from "../runtime/observation.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallAnswer, CallService, Service, Session } from "../runtime/session.js";
import { parseJson, textOfCall } from "../wire/message.js";
import type { ConfiguredHost } from "./configured-host.js";

/** Sends the one answer of a process. */
export interface AnswerSink {
  /** Called for a one-shot host, before its call is answered. After this, an answer must follow. */
  arm(): void;
  deliver(answer: CallAnswer): void;
}

/** Everything needed to open the service of any host. */
export interface SessionSetup {
  readonly hook: PreparedHook;
  readonly manifest: Manifest;
  readonly configured: ConfiguredHost | undefined;
  /** As in `Session`. */
  readonly event?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Writes complete lines to a persistent host. */
  write(text: string): void;
  /** The output to a one-shot host. */
  readonly output: AnswerSink;
  /** Opens the recorder of decisions. Default: decisions are not recorded. */
  openRecorder?(host: string, isPersistent: boolean): Promise<Recorder | undefined>;
}

/** Returns a function that opens the service of the host that started the hook. */
export function sessionOpener(setup: SessionSetup): (adapter: KnownHost) => Promise<Service> {
  const { hook, manifest, configured, event, env, clock } = setup;
  const session: Session = {
    hook,
    manifest,
    ...(configured?.version === undefined ? {} : { version: configured.version }),
    ...(configured?.variant === undefined ? {} : { variant: configured.variant }),
    ...(event === undefined ? {} : { event }),
    allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1",
    env,
    clock,
  };
  return async (adapter) => {
    if (adapter.lifetime === "one-shot") {
      setup.output.arm();
      const [open, recorder] = await Promise.all([adapter.load(), setup.openRecorder?.(adapter.name, false)]);
      // If no host was named, the host was detected from this message.
      const isFromHost = (message: unknown) => configured === undefined || isFrom(adapter, message, oneShotHosts);
      return oneShotService(open({ ...session, hook: { ...hook, recorder }, isFromHost }), setup.output);
    }
    const [open, recorder] = await Promise.all([
      adapter.load(session.variant),
      setup.openRecorder?.(adapter.name, true),
    ]);
    return open({ ...session, hook: { ...hook, recorder }, write: (text) => setup.write(text) });
  };
}

/** Wraps a one-shot call in a service. All lines together are one JSON value. It is answered when the input ends. */
function oneShotService(call: CallService, sink: AnswerSink): Service {
  const lines: string[] = [];
  let first: unknown;
  let answering: Promise<void> | undefined;
  const answer = async () => {
    const isFirstComplete = first !== undefined && !lines.some((line, at) => at > 0 && /[^ \t\r]/.test(line));
    const text = textOfCall(lines);
    sink.deliver(await awaitable(call.answer({ value: isFirstComplete ? first : parseJson(text), text })));
  };
  return {
    receive(more, value) {
      if (lines.length === 0) first = value;
      for (const line of more) lines.push(line);
    },
    inputEnded() {
      answering ??= answer();
      return answering;
    },
    async end(graceMs) {
      await call.end(graceMs);
      await answering;
    },
  };
}
