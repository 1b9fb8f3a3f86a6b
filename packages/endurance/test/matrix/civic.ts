import { call } from "../../../civic/test/civic/client.js";
import { freePort } from "../../../civic/test/civic/free-port.js";
import { connectInMemory } from "../../../civic/test/civic/in-memory-proxy.js";
import { Scene } from "../../../civic/test/civic/scene.js";
import { startProgram } from "../../../civic/test/civic/start-program.js";
import {
  type Attempt,
  commandOf,
  environmentOf,
  KILLED_BEFORE,
  type Lane,
  NEEDS_LAUNCHER,
  textEffectOf,
} from "./attempt.js";

/** The proxy waits for ever for a hook that loops. A client times out. */
const TIMEOUT_MS = 3000;
const NEVER_STARTED = ["its file is missing", "node is missing"];

/** Civic's own proxy, and the hook in a process behind a URL. */
export const civic: Lane = {
  column: "civic",
  title: "Civic",
  callEffect: (attempt, command) =>
    withHook(attempt, async ({ client, target }, limit) => {
      await call(client, "echo", { text: command }, limit);
      return target.ran.length > 0 ? "allowed" : "denied";
    }),
  async textEffect(attempt, what, text) {
    // A proxy does not see the model's input.
    if (what === "input") return "-";
    return withHook(attempt, async ({ client }, limit) =>
      textEffectOf((await call(client, "echo", { text }, limit)).text),
    );
  },
};

type Connected = Awaited<ReturnType<typeof connectInMemory>>;

async function withHook<T>(
  attempt: Attempt,
  run: (connected: Connected, limit: number | undefined) => Promise<T>,
): Promise<T | "ended" | "-"> {
  if (NEEDS_LAUNCHER.includes(attempt.fault)) return "-";
  const scene = new Scene();
  try {
    const hook = NEVER_STARTED.includes(attempt.fault) ? undefined : await startHook(scene, attempt);
    const url = hook?.url ?? `http://127.0.0.1:${await freePort()}`;
    const connected = await connectInMemory(scene, [{ url, name: "hook" }]).catch(() => undefined);
    // The session does not start.
    if (connected === undefined) return "ended";
    if (attempt.fault === KILLED_BEFORE) await hook?.kill();
    return await run(connected, attempt.fault === "loops for ever" ? TIMEOUT_MS : undefined);
  } finally {
    await scene.end();
  }
}

async function startHook(scene: Scene, attempt: Attempt) {
  const [, ...args] = commandOf(attempt);
  const program = await startProgram(scene, [...args, "civic"], environmentOf(attempt), /^serves (\S+)$/m);
  return { url: program.ready[1] as string, kill: program.kill };
}
