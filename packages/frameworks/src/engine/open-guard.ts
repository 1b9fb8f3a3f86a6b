import type { Hook, HostCapabilities } from "@agent-hook/sdk";
import { configuredStore, openHook, type Point, Recording, systemClock } from "@agent-hook/sdk/internal/adapter";
import { Guard } from "./guard.js";

const opened = new WeakMap<Hook, Map<HostCapabilities, Promise<Guard>>>();

/**
 * Opens a hook for a framework, once per process: a web server may do this for every request. Rejects if the hook is
 * invalid or `setup` fails. The hook is closed when the process ends by itself.
 */
export function openGuard(hook: Hook, capabilities: HostCapabilities): Promise<Guard> {
  const guards = opened.get(hook) ?? new Map<HostCapabilities, Promise<Guard>>();
  opened.set(hook, guards);
  const existing = guards.get(capabilities);
  if (existing !== undefined) return existing;
  const opening = open(hook, capabilities);
  guards.set(capabilities, opening);
  // Another attempt may succeed.
  opening.catch(() => guards.delete(capabilities));
  return opening;
}

async function open(hook: Hook, capabilities: HostCapabilities): Promise<Guard> {
  const { env } = process;
  const store = configuredStore(env, systemClock);
  const { hook: prepared } = await openHook(hook, { env, writeError, store });
  const recording = new Recording(prepared.name, hook, env, writeError);
  const recorder = await recording.open(capabilities.host, true);
  const guard = new Guard({ ...prepared, recorder }, capabilities, systemClock);
  try {
    await guard.start();
  } catch (error) {
    recording.close();
    await store.close();
    throw error;
  }
  warnOfUncalled(guard);
  closeAtExit({
    async close() {
      opened.get(hook)?.delete(capabilities);
      await guard.stop();
      await store.close();
      recording.close();
    },
    flush: () => recording.close(),
  });
  return guard;
}

interface Closable {
  close(): Promise<void>;
  /** Writes what waits, without a promise. */
  flush(): void;
}

const stillOpen = new Set<Closable>();

function closeAtExit(closable: Closable): void {
  if (stillOpen.size === 0) {
    process.once("beforeExit", closeGuards);
    process.once("exit", flush);
  }
  stillOpen.add(closable);
}

function flush(): void {
  for (const closable of stillOpen) closable.flush();
}

/** Closes every hook that is open: runs `teardown`, and writes the rest of the decision log. */
export async function closeGuards(): Promise<void> {
  process.off("beforeExit", closeGuards);
  process.off("exit", flush);
  const all = [...stillOpen];
  stillOpen.clear();
  for (const closable of all) await closable.close();
}

/** Warns of handlers that this framework never calls. */
function warnOfUncalled({ hook, capabilities }: Guard): void {
  const points = ["onPrompt", "beforeLlm", "afterLlm", "beforeTool", "approveTool", "afterTool"] as const;
  const isNeverCalled = (point: Point) =>
    capabilities.decisions.every((row) => row.point !== point || row.support === "no");
  const uncalled = points.filter(
    (point) => isNeverCalled(point) && hook.members.some((member) => member.hook[point] !== undefined),
  );
  if (uncalled.length > 0) hook.log.warn(`${capabilities.host} never calls ${uncalled.join(", ")} of this hook`);
  if (hook.tools.size > 0) hook.log.warn(`${capabilities.host} is not offered the hook's own tools`);
}

function writeError(text: string): void {
  process.stderr.write(text);
}
