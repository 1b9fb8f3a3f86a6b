import type { Hook } from "@agent-hook/sdk";
import {
  type CallAnswer,
  type CallService,
  type OpenedHook,
  openCallService,
  systemClock,
  whyGuardUnmatched,
} from "@agent-hook/sdk/internal/adapter";
import { bareSwitch, HOST_TOOLS, handledEvents, INSTALLS } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import type { HookCallback, HookEvent, HookJSONOutput, Options } from "@anthropic-ai/claude-agent-sdk";
import { openOnce } from "../engine/open-hook.js";

type Hooks = NonNullable<Options["hooks"]>;

const HOST = "claude-code";

/**
 * The time after which Claude Code gives up a callback, in seconds. The hook's own deadline is shorter: it denies before
 * Claude Code does.
 */
const LIMIT_SECONDS = 600;

/**
 * Adds a hook to the options of `query` of the Claude Agent SDK, next to the hooks that they have. The hook runs in this
 * process, as a hook of [Claude Code](https://github.com/agent-hook/agent-hook/blob/main/docs/claude-code.md): it gets
 * the same events and can make the same decisions. The hook is opened once per process.
 *
 * A hook with `onFailure: "block"` or `approveTool` needs Claude Code 2.1.330 or newer, which denies what such a callback
 * does not answer.
 *
 * Rejects if the hook is invalid, if a guard can match no tool or names one in another spelling, and if Claude Code would
 * start in its bare mode, in which it calls no guard. If `setup` fails, every call is a failure.
 *
 * @example
 * const options = await withHook(hook, { model: "opus", allowedTools: ["Bash"] });
 * for await (const message of query({ prompt: "Tidy up this folder", options })) console.log(message.type);
 */
export async function withHook<Settings extends Options>(
  hook: Hook,
  options: Settings = {} as Settings,
): Promise<Settings & { readonly hooks: Hooks }> {
  const { service, events, isGuard } = await openOnce(hook, HOST, async (opened) => {
    const unmatched = whyGuardUnmatched(opened.hook.members, "Claude Code", HOST_TOOLS[HOST] ?? { kinds: new Set() });
    if (unmatched !== undefined) throw new TypeError(unmatched);
    const service = await serviceOf(opened);
    const isGuard = opened.hook.guards;
    return { service: { service, events: eventsOf(opened), isGuard }, stop: () => service.end(0) };
  });
  if (isGuard) assertCallsHooks(options);
  const entry = {
    hooks: [callbackOf(service)],
    timeout: LIMIT_SECONDS,
    ...(isGuard ? { onFailure: "block" as const } : {}),
  };
  const hooks: Hooks = { ...options.hooks };
  for (const event of events) hooks[event] = [...(hooks[event] ?? []), entry];
  return { ...options, hooks };
}

function assertCallsHooks({ env = process.env, ...options }: Options): void {
  const bare = bareSwitch({ ...options, env });
  if (bare === undefined) return;
  throw new TypeError(`Claude Code calls no guard with ${bare}: remove it from the options, or where it is set`);
}

async function serviceOf({ hook, manifest }: OpenedHook): Promise<CallService> {
  const { env } = process;
  return openCallService(HOST, { hook, manifest, allowPartial: false, env, clock: systemClock });
}

/** Returns the events for which Claude Code must call the hook. */
function eventsOf({ manifest }: OpenedHook): readonly HookEvent[] {
  const optIn = Object.keys(INSTALLS[HOST].optInEvents);
  return handledEvents(HOST, HOST_EVENTS[HOST] ?? {}, manifest, optIn) as HookEvent[];
}

function callbackOf(service: CallService): HookCallback {
  return async (input) => outputOf(input.hook_event_name, await service.answer({ value: input }));
}

/** Converts an answer to the output of a callback, which has no exit code. */
function outputOf(event: string, { document, denial }: CallAnswer): HookJSONOutput {
  if (document !== undefined) return JSON.parse(document);
  if (denial === undefined) return {};
  if (event !== "PreToolUse") return { decision: "block", reason: denial };
  return {
    hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: denial },
  };
}
