import { deny } from "@agent-hook/sdk";
import type { ToolCallOutcome } from "@agent-hook/sdk/internal/adapter";
import type { FunctionTool, RunContext, Tool } from "@openai/agents";
import type { Guard } from "../engine/guard.js";
import { HookDeniedError } from "../engine/hook-denied-error.js";
import { argumentsOf, outputFrom, textOf } from "../engine/tool-text.js";
import { contentText } from "./messages.js";

type Source = { readonly sessionId?: string; readonly origin: object };

/** A call that the hook was asked about when the run asked for approval. */
interface Judged {
  readonly tool: string;
  /** Its arguments as JSON. */
  readonly input: string;
  readonly outcome: Promise<ToolCallOutcome>;
}

/** Makes the tools of agents ask a hook. */
export class GuardedTools {
  /** What was decided when the run asked for approval, by run and call. */
  readonly #judged = new WeakMap<object, Map<string, Judged>>();
  readonly #warned = new Set<string>();

  constructor(
    private readonly guard: Guard,
    private readonly source: Source,
  ) {}

  guarded<Context>(tool: Tool<Context>): Tool<Context> {
    if (tool.type === "function") return this.#function(tool as FunctionTool) as unknown as Tool<Context>;
    if (!this.#warned.has(tool.name) && this.guard.decides) {
      this.#warned.add(tool.name);
      this.guard.hook.log.warn(`the hook is not asked about the tool "${tool.name}": only about function tools`);
    }
    return tool;
  }

  #function(tool: FunctionTool): FunctionTool {
    const invoke: FunctionTool["invoke"] = async (runContext, input, details) => {
      const callId = details?.toolCall?.callId;
      const judged = await this.#take(runContext, callId, tool.name);
      const decided = judged === undefined ? withoutPerson(await this.#ask(tool.name, callId, input)) : judged.outcome;
      if (decided?.action === "abortTurn" || decided?.action === "hardAbort") throw new HookDeniedError(decided.reason);
      if (decided?.action === "deny") return decided.reason;
      if (decided?.action === "respond") return decided.result.forLlm;
      // The tool has a time limit of its own, which may have passed while the hook decided.
      details?.signal?.throwIfAborted();
      const patch = decided?.action === "modify" ? decided.patch.arguments : undefined;
      const args = patch === undefined ? input : JSON.stringify(patch);
      return this.#checked(tool.name, callId, args, await tool.invoke(runContext, args, details));
    };
    // A dynamic approval makes OpenAI Agents stricter about inputs, so it is set only if the hook may ask.
    return this.guard.handles("approveTool")
      ? { ...tool, invoke, needsApproval: this.#approval(tool) }
      : { ...tool, invoke };
  }

  #approval(tool: FunctionTool): FunctionTool["needsApproval"] {
    return async (runContext, input, callId) => {
      const outcome = await this.#remember(runContext, callId, JSON.stringify(input), tool.name);
      if (outcome?.action === "ask") return outcome.patch === undefined;
      if (outcome !== undefined && outcome.action !== "modify") return false;
      return tool.needsApproval(runContext, (outcome?.patch.arguments ?? input) as never, callId);
    };
  }

  /** Asks the hook once about a call of a run, however often the run asks for approval. */
  #remember(run: RunContext, callId: string | undefined, input: string, tool: string): Promise<ToolCallOutcome> {
    const calls = this.#judged.get(run) ?? new Map<string, Judged>();
    this.#judged.set(run, calls);
    const key = callId ?? "";
    const earlier = calls.get(key);
    // The ids come from the model, so a later call can have the same.
    const judged =
      earlier?.tool === tool && earlier.input === input
        ? earlier
        : { tool, input, outcome: this.#ask(tool, callId, input) };
    calls.set(key, judged);
    return judged.outcome;
  }

  /** Returns what was decided about a call, once. A person has already answered a question. */
  async #take(run: RunContext, callId: string | undefined, tool: string) {
    const calls = this.#judged.get(run);
    const judged = calls?.get(callId ?? "");
    if (judged?.tool !== tool) return undefined;
    calls?.delete(callId ?? "");
    const outcome = await judged.outcome;
    // The person would have seen the arguments of the model, not those that the hook wants to run.
    return { outcome: outcome?.action === "ask" && outcome.patch !== undefined ? withoutPerson(outcome) : outcome };
  }

  #ask(tool: string, callId: string | undefined, input: string): Promise<ToolCallOutcome> {
    return this.guard.toolCall("tool call", () => this.#call(tool, callId, input));
  }

  #call(tool: string, id: string | undefined, input: string) {
    return {
      ...(id === undefined ? {} : { id }),
      tool,
      arguments: argumentsOf(JSON.parse(input === "" ? "{}" : input)),
      ...this.source,
      raw: { callId: id, name: tool, arguments: input },
    };
  }

  async #checked(tool: string, callId: string | undefined, input: string, output: unknown): Promise<string> {
    const text = (value: unknown) => contentText(value) || textOf(value);
    const change = await this.guard.toolResult("tool result", () => ({
      ...this.#call(tool, callId, input),
      result: { forLlm: text(output) },
    }));
    if (change === undefined) return output as string;
    if (change.aborts) throw new HookDeniedError(change.text);
    return (change.isError ? change.text : outputFrom(change.text, output)) as string;
  }
}

/** Without an approval of the run, nobody can be asked. */
function withoutPerson(outcome: ToolCallOutcome): ToolCallOutcome {
  return outcome?.action === "ask" ? deny(`needs a person: ${outcome.reason}`) : outcome;
}
