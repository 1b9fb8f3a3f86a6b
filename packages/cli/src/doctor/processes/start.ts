import { HookError, HookProcess, type HookProcessOptions, HooksStartError, type Intercept } from "@agent-hook/picoclaw";
import { type HelloResult, NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { startPicoClawHost } from "@agent-hook/picoclaw/testing";
import type { HookProcessFacts, StartFacts, StartFailure } from "./facts.js";

/** How to start a hook, as the host does. */
export type Launch = Pick<HookProcessOptions, "name" | "command" | "cwd" | "env" | "modes">;

/** Starts a hook, sends hello and stops it. */
export async function startFacts(launch: Launch): Promise<StartFacts> {
  const noise: string[] = [];
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const hook = await HookProcess.start({ ...launch, ownGroup: true, onNoise: (what) => noise.push(what) });
    const ms = elapsed();
    await hook.close();
    return { ms, hello: hook.hello, noise };
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    return { ms: elapsed(), failure: failureOf(error), noise };
  }
}

/** Starts a hook again, with every mode, to read its manifest: the hook may have rejected the modes of the config. */
export async function helloWithEveryMode({ modes: _, ...launch }: Launch): Promise<HelloResult | undefined> {
  return (await startFacts(launch)).hello;
}

const OUT_OF_RESOURCES: readonly unknown[] = ["EAGAIN", "EMFILE", "ENFILE", "ENOMEM", undefined];

function failureOf({ code, what, stderr, cause }: HookError): StartFailure {
  const isLate = cause instanceof HookError && cause.code === "timeout";
  // `HookProcess` passes the system error as the cause. That error has no code if this process cannot open more files.
  const environment = code === "spawn-failed" && OUT_OF_RESOURCES.includes((cause as NodeJS.ErrnoException).code);
  return { kind: isLate ? "late" : environment ? "environment" : "failed", what, stderr };
}

/** The tool does not matter: the hook is dead before the call. */
const CALL = { tool: "exec", arguments: { command: "true" } };

/** Starts a hook, kills it with SIGKILL, and tests what the host then does with a tool call. */
export async function killedFacts(
  { name, command, cwd, env }: Launch,
  intercept: readonly Intercept[],
  version = NEWEST_VERSION,
): Promise<HookProcessFacts["killed"]> {
  const launch = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  try {
    await using host = await startPicoClawHost(command, { name, intercept, version, ...launch });
    await host.kill();
    const { outcome: beforeTool } = await host.beforeTool(CALL);
    const { outcome: approveTool } = await host.approveTool(CALL);
    const { outcome, text } = await host.runTool(CALL, () => "the tool ran");
    return { beforeTool, approveTool, ran: outcome === "ran", text };
  } catch (error) {
    if (!(error instanceof HooksStartError)) throw error;
    return { failure: error.failures[0]?.what ?? error.message };
  }
}
