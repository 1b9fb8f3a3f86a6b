import { deny } from "@agent-hook/sdk";
import type { ToolCallOutcome } from "@agent-hook/sdk/internal/adapter";
import {
  attachClientToolSearchExecutor,
  type FunctionTool,
  getClientToolSearchExecutor,
  type HostedTool,
  type RunContext,
  type Tool,
} from "@openai/agents";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { type ToolKinds, toolKind } from "../engine/tool-kind.js";
import { argumentsOf, outputFrom, textOf } from "../engine/tool-text.js";
import { contentText } from "./messages.js";

type Answered = Exclude<ToolCallOutcome, { readonly action: "ask" }>;
type Source = { readonly sessionId?: string; readonly origin: object };

/** The tools that are agents with a hook. Of OpenAI Agents' tools, only agents have a method `on`. */
export const hookedAgents = new WeakSet<object>();

/** Makes the tools of agents ask a hook. */
export class GuardedTools {
  /** What was decided when the run asked for approval, by run and call. */
  readonly #judged = new WeakMap<object, Map<string, Promise<ToolCallOutcome>>>();
  readonly #found = new WeakMap<Tool, Tool>();
  readonly #warned = new Set<string>();

  constructor(
    private readonly guard: Guard,
    private readonly source: Source,
    private readonly toolKinds: ToolKinds | undefined,
  ) {}

  allGuarded<Context>(tools: readonly Tool<Context>[]): Tool<Context>[] {
    this.guard.checkTools({ names: tools.map(({ name }) => name), of: "some" }, this.toolKinds);
    return tools.map((tool) => this.guarded(tool));
  }

  guarded<Context>(tool: Tool<Context>): Tool<Context> {
    if (tool.type !== "function") {
      this.#warn(tool, `the hook is not asked about the tool "${tool.name}": only about function tools`);
      return tool.type === "hosted_tool" ? this.#search(tool) : tool;
    }
    if ("on" in tool && !hookedAgents.has(tool)) {
      this.#warn(tool, `the tool "${tool.name}" is an agent without the hook: use withHook before asTool`);
    }
    return this.#function(tool as FunctionTool) as unknown as Tool<Context>;
  }

  /** The tools that a search of the agent's own finds ask the hook too. A tool that is found again stays the same. */
  #search(tool: HostedTool): HostedTool {
    const execute = getClientToolSearchExecutor(tool);
    if (execute === undefined) return tool;
    return attachClientToolSearchExecutor({ ...tool }, async (search) => {
      const found = (await execute(search)) ?? [];
      return (Array.isArray(found) ? found : [found]).map((one) => {
        if (search.availableTools.includes(one)) return one;
        const known = this.#found.get(one) ?? this.guarded(one);
        this.#found.set(one, known);
        return known;
      });
    });
  }

  #warn({ name }: { readonly name: string }, warning: string): void {
    if (this.#warned.has(name) || !this.guard.decides) return;
    this.#warned.add(name);
    this.guard.hook.log.warn(warning);
  }

  #function(tool: FunctionTool): FunctionTool {
    const invoke: FunctionTool["invoke"] = async (runContext, input, details) => {
      const callId = details?.toolCall?.callId;
      const decided = await this.#decided(runContext, callId, input, tool.name);
      if (decided?.action === "abortTurn" || decided?.action === "hardAbort") throw new HookDeniedError(decided.reason);
      if (decided?.action === "deny") return decided.reason;
      if (decided?.action === "respond") return decided.result.forLlm;
      // The tool has a time limit of its own, which may have passed while the hook decided.
      details?.signal?.throwIfAborted();
      const patch = decided?.action === "modify" ? decided.patch.arguments : undefined;
      const args = patch === undefined ? input : JSON.stringify(patch);
      return this.#checked(tool, callId, args, await tool.invoke(runContext, args, details));
    };
    // A dynamic approval makes OpenAI Agents stricter about inputs, so it is set only if the hook may ask.
    return this.guard.handles("approveTool")
      ? { ...tool, invoke, needsApproval: this.#approval(tool) }
      : { ...tool, invoke };
  }

  #approval(tool: FunctionTool): FunctionTool["needsApproval"] {
    return async (runContext, input, callId) => {
      const outcome = await this.#remember(runContext, callId, input, tool.name);
      if (outcome?.action === "ask") return outcome.patch === undefined;
      if (outcome !== undefined && outcome.action !== "modify") return false;
      return tool.needsApproval(runContext, (outcome?.patch.arguments ?? input) as never, callId);
    };
  }

  /** Asks the hook once about a call of a run, however often the run asks for approval. */
  #remember(run: RunContext, callId: string | undefined, input: unknown, tool: string): Promise<ToolCallOutcome> {
    const calls = this.#judged.get(run) ?? new Map<string, Promise<ToolCallOutcome>>();
    this.#judged.set(run, calls);
    const key = keyOf(callId, tool, input);
    const outcome = calls.get(key) ?? this.#ask(tool, callId, JSON.stringify(input));
    calls.set(key, outcome);
    return outcome;
  }

  /** Returns what was decided about a call when the run asked for approval, once, or asks the hook now. */
  async #decided(run: RunContext, callId: string | undefined, input: string, tool: string): Promise<Answered> {
    const calls = this.#judged.get(run);
    const key = keyOf(callId, tool, parsed(input));
    const remembered = calls?.get(key);
    calls?.delete(key);
    const outcome = await (remembered ?? this.#ask(tool, callId, input));
    if (outcome?.action !== "ask") return outcome;
    // A person has answered what was remembered. Or one said yes before the run was restored from its serialized
    // state, or yes to every call.
    const isApproved =
      remembered !== undefined || (callId !== undefined && run.isToolApproved({ toolName: tool, callId }) === true);
    // The person would have seen the arguments of the model, not those that the hook wants to run.
    return isApproved && outcome.patch === undefined ? undefined : deny(`needs a person: ${outcome.reason}`);
  }

  #ask(tool: string, callId: string | undefined, input: string): Promise<ToolCallOutcome> {
    return this.guard.toolCall("tool call", () => this.#call(tool, callId, input));
  }

  #call(tool: string, id: string | undefined, input: string) {
    const args = argumentsOf(JSON.parse(input === "" ? "{}" : input));
    return {
      ...(id === undefined ? {} : { id }),
      tool,
      kind: toolKind(tool, args, this.toolKinds),
      arguments: args,
      ...this.source,
      raw: { callId: id, name: tool, arguments: input },
    };
  }

  async #checked(tool: FunctionTool, callId: string | undefined, input: string, output: unknown): Promise<string> {
    const change = await this.guard.toolResult("tool result", () => ({
      ...this.#call(tool.name, callId, input),
      result: { forLlm: isParts(output) && tool.outputSchema === undefined ? contentText(output) : textOf(output) },
    }));
    if (change === undefined) return output as string;
    if (change.aborts) throw new HookDeniedError(change.text);
    return (change.isError ? change.text : outputFrom(change.text, output)) as string;
  }
}

/** Whether the model reads the texts, images and files of an output, and not its JSON. */
function isParts(output: unknown): boolean {
  const parts: readonly unknown[] = Array.isArray(output) ? output : [output];
  return parts.length > 0 && parts.every((part) => isPart(Object(part)));
}

function isPart(part: Readonly<Record<string, unknown>>): boolean {
  if (part.type === "text") return typeof part.text === "string";
  const fields = part.type === "image" ? ["image", "imageUrl", "data"] : ["file", "fileData", "fileUrl"];
  return (part.type === "image" || part.type === "file") && [...fields, "fileId"].some((field) => part[field]);
}

/** The ids come from the model, so two calls can have the same. */
function keyOf(callId: string | undefined, tool: string, input: unknown): string {
  return JSON.stringify([callId, tool, input]);
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}
