import type { Hook } from "../hook/define-hook.js";
import { isFrom } from "../hosts/known-host.js";
import { oneShotHosts } from "../hosts/registry.js";
import { systemClock } from "../runtime/clock.js";
import type { Manifest } from "../runtime/manifest.js";
import { prepareHook } from "../runtime/prepare.js";
import { writeError } from "./cannot-start.js";
import type { ConfiguredHost } from "./configured-host.js";
import { untilStopped } from "./lifecycle.js";
import { Recording } from "./recording.js";
import type { ResidentStart } from "./resident/environment.js";
import { storeFor } from "./store-for.js";

/** Answers the calls of launchers until no more come. Each launcher starts the hook itself if this process cannot stay. */
export async function stay(
  hook: Hook,
  manifest: Manifest,
  configured: ConfiguredHost | undefined,
  { path, inherited }: ResidentStart,
  endLoading: () => void,
): Promise<void> {
  const { env } = process;
  const host = configured?.adapter;
  if (host?.lifetime !== "one-shot") process.exit(1);
  const { closeInherited } = await import("./resident/inherited.js");
  closeInherited(inherited);
  const { takeOutput } = await import("./resident/call-output.js");
  const { serveResident } = await import("./resident/serve-resident.js");
  const { VariableRule } = await import("./resident/variables.js");
  takeOutput();
  // Node would start its debugger, with which another process can change what the hook answers from then on.
  process.on("SIGUSR1", () => {});
  const prepared = await prepareHook(
    hook,
    manifest,
    env,
    writeError,
    storeFor(env, () => true),
  ).catch(() => process.exit(1));
  const recording = new Recording(hook.name, hook, env, writeError);
  const [open, recorder] = await Promise.all([host.load(), recording.open(host.name, false)]);
  const service = open({
    ...{ hook: { ...prepared, recorder }, manifest, env, clock: systemClock },
    ...(configured?.version === undefined ? {} : { version: configured.version }),
    ...(configured?.variant === undefined ? {} : { variant: configured.variant }),
    allowPartial: env.AGENT_HOOK_ALLOW_PARTIAL === "1",
    isFromHost: (message) => isFrom(host, message, oneShotHosts),
  });
  let onEnd = () => {};
  const ending = untilStopped(prepared.log, (ended) => {
    onEnd = ended;
  });
  const files = recording.file === undefined ? [] : [recording.file];
  const rule = await VariableRule.of(hook);
  const setup = { path, rule, service, files, clock: systemClock, onEnd: () => onEnd() };
  const server = await serveResident(setup).catch(() => process.exit(1));
  endLoading();
  await ending(async (graceMs) => {
    server.close();
    await service.end(graceMs);
  });
}
