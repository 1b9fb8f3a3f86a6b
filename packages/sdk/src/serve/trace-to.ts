import type { Trace } from "../transcript/trace.js";

/**
 * Creates the trace that `AGENT_HOOK_TRACE` requests. If the trace cannot be written, now or later, prints a line to
 * stderr and continues: a guard must start even without a trace.
 */
export async function openTrace(
  env: NodeJS.ProcessEnv,
  hook: string,
  write: (text: string) => void,
): Promise<Trace | undefined> {
  const path = env.AGENT_HOOK_TRACE;
  if (!path) return undefined;
  const onStopped = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    write(`agent-hook: AGENT_HOOK_TRACE: ${why}; the hook "${hook}" continues without a trace\n`);
  };
  try {
    const { Trace } = await import("../transcript/trace.js");
    const trace = new Trace(path, { hook, raw: env.AGENT_HOOK_TRACE_RAW === "1", onStopped });
    process.on("exit", (code) => trace.recordExit(code));
    return trace;
  } catch (error) {
    onStopped(error);
    return undefined;
  }
}
