import { tmpdir } from "node:os";
import { join } from "node:path";
import { HooksStartError, type Intercept } from "@agent-hook/picoclaw";
import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { startPicoClawHost } from "@agent-hook/picoclaw/testing";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { handlerFailures } from "../../call/handler-failures.js";
import type { ProcessesHost } from "../../host-config/installs.js";
import type { Launch } from "../processes/start.js";
import { PROBE_FOLDER, PROBE_SESSION, type Probe, sampleFile } from "./probe.js";

/** The host's own approval limit is at least a minute, too long to wait for a hook that hangs. */
const TIMEOUTS = { interceptor_timeout_ms: 5000, approval_timeout_ms: 30_000 };

/**
 * Starts a hook and makes a harmless call at every point before a tool that the config enables. Returns `undefined` if
 * the config enables no such point, or if the hook does not start. Other findings report a hook that does not start.
 */
export async function probeProcess(
  agent: ProcessesHost,
  { name, command, cwd, env }: Launch,
  intercept: readonly Intercept[],
  version = NEWEST_VERSION,
): Promise<Probe | undefined> {
  const [call] = agent.harmlessCalls(sampleFile(join(tmpdir(), PROBE_FOLDER)));
  const events = ["before_tool", "approve_tool"].filter((point) => intercept.some((one) => one === point));
  if (call === undefined || events.length === 0) return undefined;
  const options = { name, intercept, version, defaults: TIMEOUTS, ...(cwd && { cwd }), ...(env && { env }) };
  try {
    await using host = await startPicoClawHost(command, options);
    const meta = { SessionKey: PROBE_SESSION };
    let toolCall = { tool: call.tool, arguments: { ...call.input } as JsonObject, meta };
    const sentences: string[] = [];
    let denied = {};
    const startedAt = performance.now();
    for (const event of events) {
      const outcome = await (event === "before_tool" ? host.beforeTool(toolCall) : host.approveTool(toolCall));
      // Approvers receive the call as it was changed.
      if ("arguments" in outcome) toolCall = { tool: outcome.tool, arguments: outcome.arguments, meta };
      if (outcome.outcome === "denied" || outcome.outcome === "aborted") denied = { denied: true };
      sentences.push("reason" in outcome ? `${outcome.outcome}: ${outcome.reason}` : outcome.outcome);
    }
    const ms = performance.now() - startedAt;
    const stderr = [...host.stderr];
    const failedReport = host.reports.find(({ kind }) => kind === "call-failed" || kind === "process-lost");
    const failure = handlerFailures(stderr)[0] ?? failedReport?.message;
    const sentence = [...new Set(sentences)].join(", ");
    const event = events.join(" and ");
    return { event, call, ms, stderr, sentence, ...denied, ...(failure === undefined ? {} : { failure }) };
  } catch (error) {
    if (error instanceof HooksStartError) return undefined;
    throw error;
  }
}
