import { deny, type Hook, type LlmCall, type ToolCall } from "../../src/index.js";
import { describedHost } from "../../src/runtime/described-host.js";
import { Dispatcher } from "../../src/runtime/dispatcher.js";
import type { HostRules } from "../../src/runtime/host-rules.js";
import { manifestOf } from "../../src/runtime/manifest.js";
import { prepareHook } from "../../src/runtime/prepare.js";
import { memoryStore } from "../../src/store/source.js";
import { ManualClock } from "./manual-clock.js";

/** Dispatches a hook with a manual clock and collects its stderr. */
export async function dispatcherOf(hook: Hook, env: NodeJS.ProcessEnv = {}) {
  const clock = new ManualClock();
  const stderr: string[] = [];
  const manifest = manifestOf(hook, []);
  const prepared = await prepareHook(hook, manifest, env, (text) => stderr.push(text), memoryStore(clock));
  const rules: HostRules = {
    host: describedHost({ host: "test", decisions: [], whenDead: {} as never }),
    runsOwnTool: () => true,
    identify: (name) => (prepared.tools.has(name) ? { kind: "plugin", ownTool: name } : { kind: "other" }),
    whyUnsupported: () => undefined,
    denial: (_point, failure) => deny(failure.publicText),
  };
  return { dispatcher: new Dispatcher(prepared, rules, clock), clock, stderr };
}

export function toolCall(tool: string, args: Record<string, unknown> = {}, ownTool?: string): ToolCall {
  const identity = ownTool === undefined ? { kind: "other" as const } : { kind: "plugin" as const, ownTool };
  return { tool, ...identity, arguments: args, origin: {}, raw: {} };
}

export function llmCall(fields: Partial<LlmCall> = {}): LlmCall {
  return { model: "m", messages: [], tools: [], options: {}, gracefulTerminal: false, origin: {}, raw: {}, ...fields };
}
