import type { HookEvents } from "../hosts/mcp/hook-event.js";
import { HOOK_EVENT_TOOL } from "../hosts/mcp/hook-event-tool.js";
import { DefinitionError } from "../runtime/definition-rules.js";
import type { Manifest } from "../runtime/manifest.js";
import type { PreparedHook } from "../runtime/prepared-hook.js";
import type { CallService, LineSession, Service, Session } from "../runtime/session.js";
import { inexactJson, inexactProblem } from "../wire/inexact-numbers.js";
import { parsed } from "../wire/message.js";

/** An agent that asks by a tool of an MCP server as well as by a command. */
interface Agent {
  serveCall(session: Session): CallService;
  /** What its command would have on stdin. */
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

/** The agents whose hooks may ask the MCP server, as variants of it. */
export const EVENT_LANES: readonly string[] = Object.keys(agents);

/** The service of an MCP client; of an agent that is named, with the events of its hooks. */
export async function openMcp(variant: string | undefined): Promise<(session: LineSession) => Service> {
  const { serveTools } = await import("../hosts/mcp/service.js");
  const load = variant === undefined ? undefined : agents[variant];
  if (load === undefined) return serveTools;
  const agent = await load();
  return (session) => serveTools({ ...session, hookEvents: eventsOf(agent, session) });
}

/** Throws `DefinitionError` where a tool of the hook has the name that the agent's hooks call. */
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

/** Claude Code sends the input of a tool as JSON text. */
function inexactText({ tool_input: input }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof input !== "string" || parsed(input) === undefined) return undefined;
  const inexact = inexactJson(input);
  const path = inexact?.pathIn(inexact.value);
  return path === undefined ? undefined : inexactProblem(path);
}

/** `onStart` and `onStop` are the process's: the MCP server runs them. */
function withoutSteps(hook: PreparedHook): PreparedHook {
  const members = hook.members.map((member) => {
    const { onStart: _start, onStop: _stop, ...handlers } = member.hook;
    return { ...member, hook: handlers };
  });
  return { ...hook, members };
}
