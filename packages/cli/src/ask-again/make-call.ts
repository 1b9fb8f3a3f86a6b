import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { startPicoClawHost, toWireMessage } from "@agent-hook/picoclaw/testing";
import { parseVersion } from "@agent-hook/sdk/internal/text";
import { type CommandHostText, commandHost, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import type { HookSummary } from "../host-config/index.js";
import { hostName, isCommandHost } from "../host-option.js";
import { launchedBy } from "../launched-hook.js";
import type { WholeCall } from "./why-not-again.js";

/** A hook as its files are now. */
export interface CurrentHook {
  /** With absolute paths. */
  readonly command: readonly string[];
  readonly manifest: HookSummary;
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a hook and makes a call as the host of the call does. The hook's answer is dropped. Resolves when it has ended. */
export async function makeCall(call: WholeCall, hook: CurrentHook): Promise<void> {
  const { name } = call.host;
  await (isCommandHost(name) ? callOneShot(call, name, hook) : callPicoclaw(call, hook));
}

async function callOneShot(call: WholeCall, name: CommandHostText, { command, manifest, env }: CurrentHook) {
  const host = hostOf(name, call.host.version);
  const { beforeTool, fields } = host.simulation;
  const { event = beforeTool, tool, arguments: args, cwd } = call;
  const launched = launchedBy(command, manifest).commandAt(event, host);
  // The process starts in this folder and not in the call's, which nobody has checked.
  const agent = commandHost(host.text, { timeout: launched.timeout, env: { ...process.env, ...env } });
  const folder = cwd === undefined ? {} : { [fields.folder ?? "cwd"]: cwd };
  await agent.ask(event, launched.command, { ...folder, [fields.tool]: tool, [fields.input]: args });
}

/** Returns the host in the version of the call, or in the newest one if the rules of that version are not known. */
function hostOf(name: CommandHostText, version: string | undefined) {
  try {
    return simulatedHost("host", version === undefined ? name : (`${name}@${version}` as CommandHostText));
  } catch {
    return simulatedHost("host", name);
  }
}

async function callPicoclaw(call: WholeCall, { command, manifest, env }: CurrentHook): Promise<void> {
  const { point, tool, arguments: args } = call;
  const version = parseVersion(call.host.version ?? "") ?? NEWEST_VERSION;
  const { interceptMs = 5000, approveMs = 60_000 } = manifest.deadlines ?? {};
  const host = await startPicoClawHost(command, {
    version,
    env: { ...env, AGENT_HOOK_HOST: hostName(version) },
    // The hook's own deadlines come first.
    defaults: { interceptor_timeout_ms: interceptMs + 1000, approval_timeout_ms: approveMs + 1000 },
  });
  try {
    await host.send(toWireMessage(version, point, { tool, arguments: args }));
  } finally {
    await host.close();
  }
}
