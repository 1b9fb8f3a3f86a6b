import { describeIssues, EVENT_KINDS, type JsonObject, methods, RUNTIME_EVENT_KINDS } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";

/** Converts an event from v0.2.8 or earlier to the v0.2.9 shape. The simulated host then sends it in its own. */
export function newEvent(params: JsonObject, where: string): JsonObject {
  const checked = methods["hook.event"].params.safeParse(params);
  if (!checked.success) throw usageError(`${where}: ${describeIssues(checked.error.issues, params)}`);
  const { Kind, Time, Meta, Context, Payload } = checked.data;
  const old = typeof Kind === "number" ? Kind : (EVENT_KINDS as readonly string[]).indexOf(Kind);
  const kind = RUNTIME_EVENT_KINDS[old] ?? (typeof Kind === "string" ? Kind : undefined);
  if (kind === undefined) throw usageError(`${where}: Kind: there is no kind of event with the number ${String(Kind)}`);
  return {
    kind,
    ...(Time == null ? {} : { time: Time }),
    scope: { ...Context?.inbound, agent_id: Meta?.AgentID, turn_id: Meta?.TurnID, session_key: Meta?.SessionKey },
    payload: Payload ?? {},
  };
}
