import type { Hook } from "@agent-hook/sdk";
import { configuredStore, type OpenedHook, openHook, Recording, systemClock } from "@agent-hook/sdk/internal/adapter";
import { closeAtExit } from "./close-at-exit.js";

/** A hook that is open in this process, and called under the name of a host. */
export interface Opened<Service> {
  readonly service: Service;
  /** Runs `teardown`. */
  stop(): Promise<void>;
}

const opened = new WeakMap<Hook, Map<string, Promise<unknown>>>();

/**
 * Opens a hook for a host, once per process: a web server may do this for every request. Rejects if the hook is invalid,
 * or if `open` rejects. The hook is closed when the process ends by itself.
 */
export function openOnce<Service>(
  hook: Hook,
  host: string,
  open: (hook: OpenedHook) => Promise<Opened<Service>>,
): Promise<Service> {
  const services = opened.get(hook) ?? new Map<string, Promise<unknown>>();
  opened.set(hook, services);
  const existing = services.get(host);
  if (existing !== undefined) return existing as Promise<Service>;
  const opening = openIn(hook, host, open, () => services.delete(host));
  services.set(host, opening);
  // Another attempt may succeed.
  opening.catch(() => services.delete(host));
  return opening;
}

async function openIn<Service>(
  hook: Hook,
  host: string,
  open: (hook: OpenedHook) => Promise<Opened<Service>>,
  onClose: () => void,
): Promise<Service> {
  const { env } = process;
  const store = configuredStore(env, systemClock);
  const { manifest, hook: prepared } = await openHook(hook, { env, writeError, store });
  const recording = new Recording(prepared.name, hook, env, writeError);
  const recorder = await recording.open(host, true);
  try {
    const { service, stop } = await open({ manifest, hook: { ...prepared, recorder } });
    closeAtExit({
      async close() {
        onClose();
        await stop();
        await store.close();
        recording.close();
      },
      flush: () => recording.close(),
    });
    return service;
  } catch (error) {
    recording.close();
    await store.close();
    throw error;
  }
}

function writeError(text: string): void {
  process.stderr.write(text);
}
