import { Agent, getClientToolSearchExecutor, type Tool } from "@openai/agents";
import type { AgentTools } from "../engine/check-tools.js";

// biome-ignore lint/suspicious/noExplicitAny: an agent's types of context and output do not matter here
type AnyAgent = Agent<any, any>;

/** Returns the tools of an agent and of those that it can hand off to, as far as they are known before a run. */
export function toolsOf(first: AnyAgent): AgentTools {
  const agents = new Set([first]);
  for (const agent of agents) {
    for (const one of agent.handoffs) agents.add(one instanceof Agent ? one : one.agent);
  }
  const isKnown = [...agents].every(
    (agent) => Object.getPrototypeOf(agent) === Agent.prototype && hasOnlyItsTools(agent),
  );
  const tools = [...agents].flatMap((agent) => agent.tools);
  const schemas = new Map(tools.map((tool: Tool) => [tool.name, tool.type === "function" ? tool.parameters : {}]));
  return { names: [...schemas.keys()], of: isKnown ? "agent" : "some", schemaOf: (name) => schemas.get(name) };
}

/** Whether no tools come from servers, searches or agents that are tools, which may have the same hook. */
function hasOnlyItsTools({ mcpServers, tools }: AnyAgent): boolean {
  return mcpServers.length === 0 && tools.every((tool: Tool) => !bringsTools(tool));
}

function bringsTools(tool: Tool): boolean {
  return "on" in tool || (tool.type === "hosted_tool" && getClientToolSearchExecutor(tool) !== undefined);
}
