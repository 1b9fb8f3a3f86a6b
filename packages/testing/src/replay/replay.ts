import { testStore } from "@agent-hook/picoclaw/internal/testing";
import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import type { Hook } from "@agent-hook/sdk";
import { oneShotHostOf } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/simulations";
import type { TranscriptEntry } from "@agent-hook/sdk/internal/transcript";
import type { TestHostName } from "../test-host/test-host-name.js";
import { assertPointers } from "./compare.js";
import { replayOneShot } from "./one-shot.js";
import type { Indexed, Replay, ReplayOptions } from "./options.js";
import { replayPersistent } from "./persistent.js";
import type { ReplayReport } from "./report.js";

/**
 * Sends the host's side of a recording to a hook, line by line as it was recorded, and compares the hook's side. Under
 * a persistent host, calls overlap as they did in the recording; under a one-shot host, each event starts the hook
 * again.
 *
 * @example
 * const report = await replay(readTranscript(readFileSync("session.jsonl", "utf8")), hook, { ignore: ["/result/at"] });
 * expect(report.ok).toBe(true);
 *
 */
export async function replay(
  transcript: readonly TranscriptEntry[],
  hook: Hook | readonly string[],
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { env = process.env, ignore = [], onAnswer, onStderr } = options;
  const { timeoutMs = 10_000, helloTimeoutMs = 60_000 } = options;
  assertPointers("replay", ignore);
  const entries = ofOneHook(transcript, options.hook);
  const name = options.host ?? recordedHost(transcript);
  const version = options.version ?? (name === "picoclaw" ? NEWEST_VERSION : undefined);
  const whole: Replay = {
    host: {
      name,
      ...(version === undefined ? {} : { version }),
      ...(options.variant === undefined ? {} : { variant: options.variant }),
    },
    isHostNamed: options.host !== undefined,
    env: withMcpName(env, entries),
    store: testStore(options.env),
    ignore,
    timeoutMs,
    helloTimeoutMs,
    ...(onAnswer === undefined ? {} : { onAnswer }),
    onStderr,
  };
  const isOneShot = (SIMULATED_HOSTS as readonly string[]).includes(name);
  return isOneShot ? replayOneShot(entries, hook, whole) : replayPersistent(entries, hook, whole);
}

/** Returns the host that wrote a recording. Default: PicoClaw. */
export function recordedHost(transcript: readonly TranscriptEntry[]): TestHostName {
  for (const { from, message } of transcript) {
    if (from !== "host" || message === undefined) continue;
    const oneShot = oneShotHostOf(message) as TestHostName | undefined;
    if (oneShot !== undefined) return oneShot;
    if (typeof message.method === "string") return message.method.startsWith("hook.") ? "picoclaw" : "mcp";
  }
  return "picoclaw";
}

/**
 * Adds the name of the MCP server that the recorded hook had for its tools: without it, the hook does not recognize
 * their calls. The caller's own name wins.
 */
function withMcpName(env: NodeJS.ProcessEnv, entries: readonly Indexed[]): NodeJS.ProcessEnv {
  const results = entries.map(([, { from, message }]) => (from === "hook" ? message?.result : undefined));
  const name = results.map((result) => (Object(result) as { readonly mcpName?: unknown }).mcpName).find(Boolean);
  if (typeof name !== "string" || env.AGENT_HOOK_MCP_NAME !== undefined) return env;
  return { ...env, AGENT_HOOK_MCP_NAME: name };
}

function ofOneHook(transcript: readonly TranscriptEntry[], wanted: string | undefined): Indexed[] {
  const names = [...new Set(transcript.flatMap(({ hook }) => hook ?? []))];
  if (wanted === undefined && names.length > 1) {
    throw new TypeError(`the transcript has lines of ${names.join(", ")}: choose one hook with { hook }`);
  }
  return [...transcript.entries()].filter(([, { hook }]) => wanted === undefined || hook === wanted);
}
