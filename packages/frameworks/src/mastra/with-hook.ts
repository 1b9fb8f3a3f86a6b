import type { Hook } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import type { Agent } from "@mastra/core/agent";
import type { Guard } from "../engine/guard.js";
import { openGuard } from "../engine/open-guard.js";
import type { ToolKinds, ToolOptions } from "../engine/tool-kind.js";
import { guardedModel } from "./model.js";
import { Run, Runs } from "./runs.js";
import { type Preparation, seamsOf } from "./seams.js";
import { guardedTool } from "./tools.js";

// biome-ignore lint/suspicious/noExplicitAny: the types of an agent's tools and output do not matter here
type AnyAgent = Agent<any, any, any, any>;

/** The hooks of each agent. */
const hooked = new WeakMap<object, Set<Guard>>();

/**
 * Adds a hook to an agent of Mastra, and returns this agent. The hook is asked before and after each call of its models
 * and tools, also those of toolsets, MCP servers, workspaces, memory and workflows. The hook is opened once per process,
 * and added once.
 *
 * A denied tool call does not run, and the model reads the reason. `ask` suspends the run as `requireApproval` does, and
 * expects `approveToolCall` or `declineToolCall`. A denied model call or reply rejects the run with a `HookDeniedError`.
 * A streamed reply passes as it comes, unless the hook has an `afterLlm` handler: then it is held back until it is
 * complete. `network` rejects, because Mastra runs its tools without the agent.
 *
 * Rejects if the hook is invalid or cannot start, and if the version of Mastra is not supported. A run rejects if a guard
 * can match none of its tools, or names one in another spelling.
 *
 * @example const agent = await withHook(hook, new Agent({ id: "a", name: "a", instructions: "Pay.", model, tools }));
 */
export async function withHook<AnAgent extends AnyAgent>(
  hook: Hook,
  agent: AnAgent,
  { toolKinds }: ToolOptions = {},
): Promise<AnAgent> {
  seamsOf(agent);
  addGuard(agent, await openGuard(hook, hosts.mastra, toolKinds), toolKinds);
  return agent;
}

function addGuard(agent: AnyAgent, guard: Guard, toolKinds: ToolKinds | undefined): void {
  const guards = hooked.get(agent) ?? new Set();
  hooked.set(agent, guards);
  if (guards.has(guard)) return;
  guards.add(guard);

  const runs = new Runs();
  const tools = new Set<string>();
  const seams = seamsOf(agent);
  const [convertTools, resolveModelConfig] = [seams.convertTools.bind(agent), seams.resolveModelConfig.bind(agent)];
  const fork = agent.__fork.bind(agent);
  Object.assign(agent, {
    async convertTools(preparation: Preparation) {
      const runOf = runs.finder();
      runOf().sessionId = preparation.threadId;
      const converted = Object.entries(await convertTools(preparation));
      for (const [name] of converted) tools.add(name);
      const inner = await innerAgents(agent, preparation);
      // Agents that are tools may have the same hook, and other tools.
      const of = Object.keys(inner).length === 0 ? "run" : "some";
      const schemas = new Map(converted.map(([name, tool]) => [name, tool.parameters]));
      guard.checkTools({ names: [...schemas.keys()], of, schemaOf: (name) => schemas.get(name) }, toolKinds);
      warnOfAgents(inner, guard);
      return Object.fromEntries(
        converted.map(([name, tool]) => [name, guardedTool(name, tool, guard, runOf, toolKinds)]),
      );
    },
    async resolveModelConfig(...config: unknown[]) {
      const runOf = runs.finder();
      const model = await resolveModelConfig(...config);
      if (model.specificationVersion !== "v1") return guardedModel(model, guard, runOf, tools);
      throw new TypeError(
        "expected a language model of version v2 or later, got v1: Mastra's legacy methods have no hooks",
      );
    },
    /** Mastra runs a stored version of an agent as a copy of it. */
    __fork() {
      const copy = fork();
      addGuard(copy, guard, toolKinds);
      return copy;
    },
    ...entryPoints(agent, runs),
  });
}

const warned = new WeakMap<Guard, Set<string>>();

/** Returns the agents that are tools of an agent. */
async function innerAgents(agent: AnyAgent, { requestContext }: Preparation): Promise<Record<string, object>> {
  return agent.listAgents(requestContext === undefined ? {} : { requestContext });
}

/** Warns of agents that are tools, and have no hook themselves. */
function warnOfAgents(inner: Readonly<Record<string, object>>, guard: Guard): void {
  if (!guard.decides) return;
  const names = warned.get(guard) ?? new Set<string>();
  warned.set(guard, names);
  for (const [name, one] of Object.entries(inner)) {
    if (hooked.has(one) || names.has(name)) continue;
    names.add(name);
    guard.hook.log.warn(`the tool "agent-${name}" is an agent without the hook: use withHook for it too`);
  }
}

/** Returns the methods with which a run of the agent starts. */
function entryPoints(agent: AnyAgent, runs: Runs) {
  type Method = (...args: unknown[]) => unknown;
  const original = (name: "generate" | "stream" | "resumeGenerate" | "resumeStream") =>
    agent[name].bind(agent) as Method;
  const [generate, stream] = [original("generate"), original("stream")];
  const resumed = (method: Method) => (data: unknown, options: { readonly toolCallId?: string } | undefined) => {
    const { approved } = Object(data) as { readonly approved?: boolean };
    return runs.start(new Run({ toolCallId: options?.toolCallId, approved }), () => method(data, options));
  };
  const refuse = () =>
    Promise.reject(new TypeError("network() has no hooks: use generate or stream, with agents as tools"));
  return {
    generate: (...args: unknown[]) => runs.start(new Run(), () => generate(...args)),
    stream: (...args: unknown[]) => runs.start(new Run(), () => stream(...args)),
    resumeGenerate: resumed(original("resumeGenerate")),
    resumeStream: resumed(original("resumeStream")),
    network: refuse,
    resumeNetwork: refuse,
  };
}
