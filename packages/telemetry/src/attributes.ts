import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import type { Attributes } from "@opentelemetry/api";

/** The operations of OpenTelemetry's conventions for generative AI that a point belongs to. */
const OPERATIONS: Readonly<Record<string, string>> = {
  beforeTool: "execute_tool",
  approveTool: "execute_tool",
  afterTool: "execute_tool",
  beforeLlm: "chat",
  afterLlm: "chat",
  onPrompt: "invoke_agent",
};

/** Returns the name of a decision's span: `execute_tool Bash`, `chat`, `agent_hook onEvent`. */
export function spanName({ point, tool }: DecisionRecord): string {
  const operation = OPERATIONS[point];
  if (operation === undefined) return `agent_hook ${point}`;
  return tool === undefined ? operation : `${operation} ${tool}`;
}

/** Returns what a span says about a decision. Arguments and results stay in the decision log. */
export function spanAttributes(record: DecisionRecord): Attributes {
  return {
    ...common(record),
    "gen_ai.operation.name": OPERATIONS[record.point],
    "gen_ai.tool.name": record.tool,
    "gen_ai.tool.call.id": record.call,
    "gen_ai.conversation.id": record.session,
    "gen_ai.agent.id": record.agent,
    "error.type": record.failure?.kind,
    "agent_hook.id": record.id,
    "agent_hook.by": record.by,
    "agent_hook.file": record.file,
    "agent_hook.event": record.event,
    "agent_hook.turn.id": record.turn,
    "agent_hook.tool.kind": record.kind,
    "agent_hook.reason": record.reason,
    "agent_hook.duration_ms": record.ms,
    "agent_hook.failure.where": record.failure?.where,
    "agent_hook.failure.consequence": record.failure?.consequence,
  };
}

/** Returns the attributes of a metric: only those with few values. */
export function metricAttributes(record: DecisionRecord): Attributes {
  return { ...common(record), "gen_ai.tool.name": record.tool };
}

function common({ host, hook, point, decision, rule }: DecisionRecord): Attributes {
  return {
    "agent_hook.host": host.name,
    "agent_hook.host.version": host.version,
    "agent_hook.hook": hook,
    "agent_hook.point": point,
    "agent_hook.decision": decision,
    "agent_hook.rule": rule,
  };
}
