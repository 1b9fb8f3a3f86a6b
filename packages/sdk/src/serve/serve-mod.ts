import type { OneShotHost } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import { systemClock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import { untilStopped } from "./lifecycle.js";
import { listenForMod, onParentGone, readSecrets } from "./mod-server.js";
import { watchForDeadHost } from "./orphan-watch.js";
import type { Recording } from "./recording.js";

/** Answers the calls of a mod until the host ends. */
export async function serveForMod(
  prepared: PreparedHook,
  manifest: Manifest,
  recording: Recording,
  print: (text: string) => void,
): Promise<void> {
  const { env, stdin } = process;
  const [host] = oneShotHosts.filter(({ loadMod }) => loadMod !== undefined);
  const open = await (host as OneShotHost & Required<Pick<OneShotHost, "loadMod">>).loadMod();
  const recorder = await recording.open((host as OneShotHost).name, true);
  const session = { manifest, allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1", env, clock: systemClock };
  const service = open({ ...session, hook: { ...prepared, recorder }, isFromHost: () => true });
  const server = await listenForMod(service, await readSecrets(stdin), print);
  watchForDeadHost();
  await untilStopped(
    prepared.log,
    onParentGone,
  )(async (graceMs) => {
    server.close();
    await service.end(graceMs);
  });
}
