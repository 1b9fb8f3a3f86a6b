import { call } from "../../../civic/test/civic/client.js";
import { connectInMemory } from "../../../civic/test/civic/in-memory-proxy.js";
import { Scene } from "../../../civic/test/civic/scene.js";
import { startProgram } from "../../../civic/test/civic/start-program.js";
import type { GuaranteeCase } from "./case.js";
import type { CaseOutcome } from "./case-outcome.js";
import { kindOf } from "./faults.js";
import { TAG } from "./processes.js";
import { FORBIDDEN, writeGuard } from "./source.js";
import type { Stage } from "./stage.js";

/** Sends the call through Civic's own proxy, which calls the guard behind a URL. */
export async function runCivic(one: GuaranteeCase, shell: string, stage: Stage): Promise<CaseOutcome> {
  const scene = new Scene();
  mute(1);
  try {
    const [, ...args] = writeGuard(one, stage);
    const env = { ...one.environment.variables, [TAG]: stage.tag };
    const { ready } = await startProgram(scene, args, env, /^serves (\S+)$/m);
    const { client, target } = await connectInMemory(scene, [{ url: ready[1] as string, name: "guard" }]);
    const { text } = await call(client, "echo", { command: shell }, limitMs(one));
    const ran = target.calls.some((received) => JSON.stringify(received.arguments).includes(FORBIDDEN));
    return { ran, allowed: target.calls.length > 0, late: false, detail: text.slice(0, 400) };
  } catch (error) {
    // The guard or the session did not start.
    return { ran: false, allowed: false, late: false, detail: (error as Error).message.slice(-1200) };
  } finally {
    await scene.end();
    mute(-1);
  }
}

const { log } = console;
let mutedCalls = 0;

/** Mutes `console.log` while calls run, because the proxy logs each step with it. */
function mute(more: 1 | -1): void {
  mutedCalls += more;
  console.log = mutedCalls > 0 ? () => {} : log;
}

function limitMs({ faults }: GuaranteeCase): number {
  if (faults.length === 0) return 90_000;
  return faults.some((fault) => kindOf(fault).process) ? 2000 : 10_000;
}
