import { type Exit, type HookError, HooksStartError, type Report, type TraceEntry } from "@agent-hook/picoclaw";
import { type HelloResult, HOST_TIMEOUTS_MS } from "@agent-hook/picoclaw/protocol";
import { type PicoClawHost, startPicoClawHost, type WireMessage, type WireOutcome } from "@agent-hook/picoclaw/testing";
import type { Picoclaw } from "../../host-option.js";
import { startFailure } from "../../start-failure.js";
import type { CallOptions } from "../caller.js";

/** One call and its result. */
export interface CallRun {
  readonly message: WireMessage;
  /** What the host does next. Absent for an event. */
  readonly outcome: WireOutcome | undefined;
  /** The message that the host sent, as a line of the wire. */
  readonly sent: string | undefined;
  readonly answer: string | undefined;
  /** Milliseconds from the call to its answer or failure. Absent for an event. */
  readonly ms: number | undefined;
  readonly reports: readonly Report[];
  readonly stderr: readonly string[];
  /** The points that the hook declares, if it declares them. */
  readonly points: readonly string[] | undefined;
  /** The MCP server under whose name the hook was told to look for its tools. Absent if the call is not for one. */
  readonly mcpServer: string | undefined;
  /** How the process ended, by itself or after its stdin was closed. */
  readonly exit: Exit | undefined;
}

/**
 * Starts a hook, makes one call and stops the hook. A hook that gets a call of its own tool by the name that an MCP
 * server gives it is started again with that server's name, as the host's config does. Throws `CommandError` if the
 * hello exchange fails.
 */
export async function callOnce(
  command: readonly string[],
  message: WireMessage,
  picoclaw: Picoclaw,
  options: CallOptions,
): Promise<CallRun> {
  const lines: TraceEntry[] = [];
  let host = await start(command, picoclaw, options, lines);
  const mcpServer = await mcpServerFor(message, (await host.status()).hello);
  if (mcpServer !== undefined) {
    await host.close();
    host = await start(command, picoclaw, options, lines, { AGENT_HOOK_MCP_NAME: mcpServer });
  }
  const { points } = (await host.status()).hello;
  const linesBefore = lines.length;
  const startedAt = performance.now();
  const outcome = await host.send(message);
  const elapsed = performance.now() - startedAt;
  await host.close();
  const wire = lines.slice(linesBefore);
  const sent = wire.find(({ from }) => from === "host");
  const answer = wire.find(({ from, method }) => from === "hook" && method !== undefined);
  return {
    message,
    outcome,
    sent: sent?.line,
    answer: answer?.line,
    ms: outcome === undefined ? undefined : (answer?.durationMs ?? elapsed),
    reports: host.reports,
    stderr: host.stderr,
    points: Array.isArray(points) ? points.map(String) : undefined,
    mcpServer,
    exit: (await host.status()).lastExit,
  };
}

/** Returns the MCP server of a called tool if it is one of the hook's own and the hook does not know its server. */
async function mcpServerFor({ params }: WireMessage, hello: HelloResult): Promise<string | undefined> {
  const { name, tools, mcpName } = hello;
  const { tool } = params;
  if (typeof tool !== "string" || !tool.startsWith("mcp_") || mcpName !== undefined) return undefined;
  if (typeof name !== "string" || !Array.isArray(tools)) return undefined;
  const { INSTALLS } = await import("@agent-hook/sdk/internal/installs");
  return INSTALLS.picoclaw.serverOf(tool, { name, tools: tools.map((own) => String(Object(own).name)) });
}

async function start(
  command: readonly string[],
  { version, text, isNamed }: Picoclaw,
  { timeoutMs, env = {}, onSlowStart = () => {} }: CallOptions,
  lines: TraceEntry[],
  serverEnv: Readonly<Record<string, string>> = {},
): Promise<PicoClawHost> {
  const slow = setTimeout(onSlowStart, HOST_TIMEOUTS_MS.hello);
  try {
    return await startPicoClawHost(command, {
      version,
      // Without --timeout, the longer limit of the test host applies: a hook that is compiled at startup starts slowly
      // on a busy machine.
      ...(timeoutMs === undefined ? {} : { helloTimeoutMs: Math.max(HOST_TIMEOUTS_MS.hello, timeoutMs) }),
      onTrace: (entry) => lines.push(entry),
      env: { ...serverEnv, ...(isNamed ? { AGENT_HOOK_HOST: text } : {}), ...env },
      ...(timeoutMs === undefined
        ? {}
        : { defaults: { interceptor_timeout_ms: timeoutMs, approval_timeout_ms: timeoutMs } }),
    });
  } catch (cause) {
    const [error] = cause instanceof HooksStartError ? cause.failures : [];
    if (error === undefined) throw cause;
    throw startFailure(error as HookError, command, lines.find(({ from }) => from === "hook")?.line);
  } finally {
    clearTimeout(slow);
  }
}
