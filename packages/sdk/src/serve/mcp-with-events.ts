import type { HookEvents } from "../hosts/mcp/hook-event.js";
import { HOOK_EVENT_TOOL } from "../hosts/mcp/hook-event-tool.js";
import { DefinitionError } from "../runtime/definition-rules.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallService, LineSession, Service, Session } from "../runtime/session.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { parsed } from "../wire/message.js";

/** A one-shot host that can also call a hook through a tool of an MCP server. */
interface Agent {
  serveCall(session: Session): CallService;
  /** Returns the payload that its command would receive on stdin. */
  payloadOf(fields: Readonly<Record<string, unknown>>): object;
}

const agents: Readonly<Record<string, () => Promise<Agent>>> = {
  "claude-code": async () => ({
    ...(await import("../hosts/claude-code/service.js")),
    ...(await import("../hosts/claude-code/mcp-tool-payload.js")),
  }),
  codex: async () => ({
    ...(await import("../hosts/codex/service.js")),
    payloadOf: (fields) => fields,
  }),
};

/** The hosts whose hooks can call the MCP server, as variants of `mcp`. */
export const EVENT_LANES: readonly string[] = Object.keys(agents);

/** Loads the service for MCP clients. With a variant, it also handles the events of that host's hooks. */
export async function openMcp(variant: string | undefined): Promise<(session: LineSession) => Service> {
  const { serveTools } = await import("../hosts/mcp/service.js");
  const load = variant === undefined ? undefined : agents[variant];
  if (load === undefined) return serveTools;
  const agent = await load();
  return (session) => serveTools({ ...session, hookEvents: eventsOf(agent, session) });
}

/** Throws `DefinitionError` if a tool of the hook has the name of the tool for the host's events. */
export function assertToolNames(
  { tools }: Manifest,
  wanted: { readonly adapter: { readonly name: string }; readonly variant?: string } | undefined,
): void {
  if (wanted?.adapter.name !== "mcp" || wanted.variant === undefined) return;
  if (tools.every(({ name }) => name !== HOOK_EVENT_TOOL)) return;
  throw new DefinitionError(
    `tool "${HOOK_EVENT_TOOL}": under --host mcp/${wanted.variant} the hooks of ${wanted.variant} call a tool of that name; give yours another`,
  );
}

function eventsOf({ serveCall, payloadOf }: Agent, { variant: _mcps, ...session }: LineSession): HookEvents {
  const service = serveCall({ ...session, hook: withoutSteps(session.hook) });
  return {
    answer: (fields, problem) => service.answer(JSON.stringify(payloadOf(fields)), problem ?? inexactText(fields)),
    end: (graceMs) => service.end(graceMs),
  };
}

/** Finds inexact numbers in the tool input, which Claude Code sends as JSON text. */
function inexactText({ tool_input: input }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof input !== "string" || parsed(input) === undefined) return undefined;
  const inexact = inexactJson(input);
  const path = inexact?.pathIn(inexact.value);
  return path === undefined ? undefined : inexactProblem(path);
}

/** Removes `onStart` and `onStop`: the MCP server runs them once per process. */
function withoutSteps(hook: PreparedHook): PreparedHook {
  const members = hook.members.map((member) => {
    const { onStart: _start, onStop: _stop, ...handlers } = member.hook;
    return { ...member, hook: handlers };
  });
  return { ...hook, members };
}
