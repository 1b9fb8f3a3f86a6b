import type { ToolCallOutcome } from "@agent-hook/sdk/internal/adapter";
import type { Guard } from "../engine/guard.js";
import { type ToolKinds, toolKind } from "../engine/tool-kind.js";
import { argumentsOf } from "../engine/tool-text.js";

/** A tool call of the AI SDK, as its approval and its tool receive it. */
export interface AiCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** What the functions of all hooks run. */
const wrapped = new WeakMap<object, object>();

/**
 * Asks the hook about each call once. The AI SDK asks for approval first and then runs the tool, with the same object as
 * input. The ids come from the model, so two calls can have the same.
 */
export class JudgedCalls {
  readonly #judged = new WeakMap<object, ToolCallOutcome>();
  readonly #guarded = new WeakSet<object>();

  constructor(
    readonly guard: Guard,
    private readonly sessionId: string | undefined,
    private readonly toolKinds: ToolKinds | undefined,
  ) {}

  /** Remembers a function that asks the hook and then runs a tool. */
  addGuarded(execute: object, tool: object): void {
    this.#guarded.add(execute);
    wrapped.set(execute, tool);
  }

  /** Whether a function asks the hook, also inside another hook. */
  isGuarded(execute: object | undefined): boolean {
    for (let each = execute; each !== undefined; each = wrapped.get(each)) if (this.#guarded.has(each)) return true;
    return false;
  }

  /** Asks the hook, and remembers the outcome for when the tool runs. */
  async approve(call: AiCall): Promise<ToolCallOutcome> {
    const outcome = await this.ask(call);
    const { input } = call;
    if (typeof input === "object" && input !== null) this.#judged.set(input, outcome);
    return outcome;
  }

  /** Returns what was decided about this input, once, or `undefined` if nobody asked. */
  take(input: unknown): { readonly outcome: ToolCallOutcome } | undefined {
    const key = Object(input) as object;
    if (!this.#judged.has(key)) return undefined;
    const outcome = this.#judged.get(key);
    this.#judged.delete(key);
    return { outcome };
  }

  ask(call: AiCall): Promise<ToolCallOutcome> {
    return this.guard.toolCall("tool call", () => this.callOf(call));
  }

  callOf({ toolCallId, toolName, input }: AiCall) {
    const args = argumentsOf(input);
    return {
      id: toolCallId,
      tool: toolName,
      kind: toolKind(toolName, args, this.toolKinds),
      arguments: args,
      ...(this.sessionId === undefined ? {} : { sessionId: this.sessionId }),
      origin: {},
      raw: { toolCallId, toolName, input },
    };
  }
}
