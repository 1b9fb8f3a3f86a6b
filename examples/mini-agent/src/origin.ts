import type { JsonObject } from "@agent-hook/picoclaw";
import type { CallContext, Meta } from "@agent-hook/picoclaw/protocol";

const AGENT = "main";
const TURN = "main-turn-1";
const SESSION = "mini-agent";
const INBOUND = { channel: "cli", chat_id: "direct", chat_type: "direct", sender_id: "user" };

/** Returns the origin of a call, as PicoClaw sends it from v0.2.7 on. */
export function originOf(iteration: number, tracePath: string): { meta: Meta; context: CallContext } {
  return {
    meta: {
      AgentID: AGENT,
      TurnID: TURN,
      ParentTurnID: "",
      SessionKey: SESSION,
      Iteration: iteration,
      TracePath: tracePath,
      Source: "mini-agent",
    },
    context: { inbound: INBOUND },
  };
}

/** Returns an event with its origin and time. */
export function eventOf(
  kind: `agent.${string}`,
  payload: JsonObject,
): { kind: string; payload: JsonObject } & JsonObject {
  return {
    kind,
    time: new Date().toISOString(),
    source: { component: "agent", name: AGENT },
    scope: { agent_id: AGENT, session_key: SESSION, turn_id: TURN, ...INBOUND },
    severity: "info",
    payload,
  };
}
