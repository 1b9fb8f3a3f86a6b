import type { Hook } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { Agent, Handoff } from "@openai/agents";
import { openGuard } from "../engine/open-guard.js";
import type { ToolOptions } from "../engine/tool-kind.js";
import { toolsOf } from "./all-tools.js";
import { GuardedModel } from "./model.js";
import { GuardedTools, hookedAgents } from "./tools.js";

// biome-ignore lint/suspicious/noExplicitAny: an agent's types of context and output do not matter here
type AnyAgent = Agent<any, any>;

/** What a hook should know about the calls of an agent. */
export interface WithHookOptions extends ToolOptions {
  /** The id of the conversation, for `call.sessionId`. Default: none. */
  readonly sessionId?: string;
}

/**
 * Returns a copy of an agent of OpenAI Agents that asks a hook before and after each call of its model and its function
 * tools, also those of MCP servers, and of the agents that it hands off to. The hook is opened once per process.
 *
 * A denied tool call does not run, and the model reads the reason. `ask` interrupts the run, as `needsApproval` does. A
 * denied model call or reply rejects the run with a `HookDeniedError`. A streamed reply passes as it comes, unless the
 * hook has an `afterLlm` handler: then it is held back until it is complete. The hook is not asked about tools that
 * OpenAI runs, and about shells, computers and patches.
 *
 * The agent uses its own model, or the default one, but no model of the run's configuration.
 *
 * Rejects if the hook is invalid or cannot start, and if a guard can match no tool, or names one in another spelling. Of
 * MCP servers, the tools are known when they run: then the run rejects.
 *
 * @example const { finalOutput } = await run(await withHook(hook, agent), "What is the weather in Paris?");
 */
export async function withHook<AnAgent extends AnyAgent>(
  hook: Hook,
  agent: AnAgent,
  { sessionId, toolKinds }: WithHookOptions = {},
): Promise<AnAgent> {
  const guard = await openGuard(hook, hosts["openai-agents"], toolKinds);
  guard.checkTools(toolsOf(agent), toolKinds);
  const source = { origin: {}, ...(sessionId === undefined ? {} : { sessionId }) };
  const tools = new GuardedTools(guard, source, toolKinds);
  const copies = new WeakMap<AnyAgent, AnyAgent>();

  const guarded = (original: AnyAgent): AnyAgent => {
    const existing = copies.get(original);
    if (existing !== undefined) return existing;
    const copy = original.clone({ model: new GuardedModel(original.model, guard, source) });
    copies.set(original, copy).set(copy, copy);
    const getAllTools = original.getAllTools.bind(copy);
    copy.getAllTools = async (...args) => tools.allGuarded(await getAllTools(...args));
    const asTool = copy.asTool.bind(copy) as (options: never) => object;
    const hookedTool = (options: never) => {
      const tool = asTool(options);
      hookedAgents.add(tool);
      return tool;
    };
    const clone = copy.clone.bind(copy) as (config: object) => AnyAgent;
    // Also the runs of a SandboxAgent work with a clone.
    const hookedClone = (config: object) => guarded(clone({ model: original.model, ...config }));
    Object.assign(copy, { asTool: hookedTool, clone: hookedClone });
    // Agents can hand off to each other in a circle.
    copy.handoffs = original.handoffs.map((one) => (one instanceof Agent ? guarded(one) : guardedHandoff(one)));
    return copy;
  };
  const guardedHandoff = (handoff: Handoff): Handoff => {
    const copy: Handoff = Object.assign(Object.create(Handoff.prototype), handoff);
    copy.agent = guarded(handoff.agent);
    copy.onInvokeHandoff = async (...args) => guarded(await handoff.onInvokeHandoff(...args));
    return copy;
  };
  return guarded(agent) as AnAgent;
}
