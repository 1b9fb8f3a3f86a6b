import { type HelloResult, POINTS } from "@agent-hook/picoclaw/protocol";
import { HostNameError, type NamedHost, namedHost } from "@agent-hook/sdk/hosts";
import type { Manifest } from "@agent-hook/sdk/in-process";
import { failuresIn } from "@agent-hook/sdk/internal/simulations";
import { tracedCommand } from "../../config/traced-command.js";
import { type Consent, isOwnFile, withEnvironment } from "../consent.js";
import { probeProcess } from "../probe/process-probe.js";
import { commandFacts } from "./command.js";
import type { Facts, HookProcessFacts, StartFailure } from "./facts.js";
import type { ConfiguredHook, HooksInConfig } from "./hooks-in-config.js";
import { isHookServer, serverFacts } from "./servers.js";
import { helloWithEveryMode, killedFacts, type Launch, startFacts } from "./start.js";

/** Reports the current step to the user. */
type OnProgress = (what: string) => void;

/** Starts every hook that the host would start, one after the other as the host does, and stops it. */
export async function gather(
  config: HooksInConfig,
  version: string | undefined,
  consent: Consent,
  onProgress: OnProgress,
): Promise<Facts> {
  const runnable = config.hooks.filter((hook) => config.enabled && hook.runnable);
  const mayRun =
    isOwnFile(config.file, config.host.defaultFile(process.env)) ||
    (await consent(config.file, commandsOf(config, runnable)));
  const hooks: HookProcessFacts[] = [];
  for (const hook of config.hooks) {
    const started = runnable.includes(hook);
    hooks.push(started ? await hookFacts(hook, version, mayRun, onProgress) : { ...hook, command: {} });
  }
  return { host: config.host, config, hooks, servers: mayRun ? await serverFacts(config, onProgress) : [], version };
}

/** Returns every command that doctor starts: those of hooks, and those of hooks that are MCP servers. */
function commandsOf({ mcpServers }: HooksInConfig, hooks: readonly ConfiguredHook[]): string[] {
  const started = [
    ...hooks.map(({ config: { command = [], env = {} } }) => ({ command, env })),
    ...mcpServers.filter(isHookServer),
  ];
  return started.map(({ command, env }) => withEnvironment({ command: command.join(" "), env }));
}

async function hookFacts(
  hook: ConfiguredHook,
  version: string | undefined,
  mayRun: boolean,
  onProgress: OnProgress,
): Promise<HookProcessFacts> {
  const { name, config, settings } = hook;
  const { command: configuredCommand = [], intercept, env } = config;
  const named = hostIn(configuredCommand, env);
  // A tracer would record what doctor sends.
  const hookCommand = tracedCommand(configuredCommand)?.hook ?? configuredCommand;
  const whole = commandFacts(configuredCommand, settings?.cwd);
  const command = whole.fault === undefined ? commandFacts(hookCommand, settings?.cwd) : whole;
  const facts = { ...hook, command, ...(named === undefined ? {} : { namedHost: named }) };
  if (!mayRun) return { ...facts, consentMissing: true };
  if (command.program === undefined || command.fault !== undefined || settings === undefined) return facts;
  const launch: Launch = {
    name,
    command: [command.program, ...hookCommand.slice(1)],
    modes: settings.modes,
    // Inspecting a hook must not record anything.
    env: { ...env, AGENT_HOOK_TRACE: "" },
    ...(settings.cwd === undefined ? {} : { cwd: settings.cwd }),
  };
  onProgress(`starting ${name}`);
  const start = await startFacts(launch);
  const mayRejectModes = start.failure?.kind === "failed" && !cannotStart(start.failure);
  const manifest = manifestIn(mayRejectModes ? await helloWithEveryMode(launch) : start.hello);
  const knownFacts = { ...facts, start, ...(manifest === undefined ? {} : { manifest }) };
  const guards = settings.modes.includes("tool") || settings.modes.includes("approve");
  if (start.failure !== undefined || !guards) return knownFacts;
  onProgress(`killing ${name}`);
  const points = (intercept ?? []).flatMap((point) => (point === "" ? [] : [point]));
  const killed = await killedFacts(launch, points, version ?? named?.version);
  if (killed === undefined || "failure" in killed) return { ...knownFacts, ...(killed && { killed }) };
  onProgress(`calling ${name}`);
  const probe = await probeProcess(hook.host, launch, points, version ?? named?.version);
  return { ...knownFacts, killed, ...(probe && { probe }) };
}

/** Returns whether the hook said why it cannot start. What it would answer to other modes are its denials. */
function cannotStart({ stderr }: StartFailure): boolean {
  return failuresIn(stderr.split("\n")).some(({ where }) => where === "start");
}

/**
 * Ignores an invalid host: a hook without the SDK may use `--host` for something else, and a hook that uses the SDK
 * reports the invalid host itself.
 */
function hostIn(command: readonly string[], env: Readonly<Record<string, string>> = {}): NamedHost | undefined {
  try {
    return namedHost(command, env);
  } catch (error) {
    if (error instanceof HostNameError) return undefined;
    throw error;
  }
}

/**
 * Returns the manifest in an answer to hello, or `undefined` if there is none. Only hooks that use the SDK send one.
 */
function manifestIn(hello: HelloResult | undefined): Manifest | undefined {
  const { sdk, points, tools, onFailure, deadlines } = (hello ?? {}) as Partial<Manifest>;
  if (!Array.isArray(points) || !Array.isArray(tools) || typeof sdk?.name !== "string") return undefined;
  if (typeof deadlines?.interceptMs !== "number" || typeof deadlines.approveMs !== "number") return undefined;
  if (onFailure !== "block" && onFailure !== "continue") return undefined;
  // A newer SDK may have additional points.
  return {
    ...(hello as unknown as Manifest),
    points: points.filter((point) => point in POINTS || point === "onEvent"),
  };
}
