import type { CivicInput } from "@agent-hook/sdk";
import type { Dispatcher, MethodName } from "@agent-hook/sdk/adapter";
import { apart } from "./apart.js";
import type { HookAnswer, Input } from "./course.js";
import { eventOf } from "./events.js";
import { OwnTools } from "./own-tools.js";
import { ToolCalls } from "./tool-calls.js";

/** What the portable handlers made of a call: what is shown to the next, or its answer. */
export type Made<Shown = Input> = { readonly input: Shown } | { readonly answer: HookAnswer };

type Table = {
  readonly [Method in MethodName]?: (input: CivicInput<Method>) => Made<object> | Promise<Made<object>>;
};

/** Asks the handlers that a hook has for every host. */
export class PortableHandlers {
  readonly toolCalls: ToolCalls;
  readonly #methods: Table;
  readonly #observes: boolean;

  constructor(private readonly dispatcher: Dispatcher) {
    const toolCalls = new ToolCalls(dispatcher);
    const ownTools = new OwnTools(dispatcher.hook);
    this.toolCalls = toolCalls;
    this.#observes = dispatcher.hook.members.some((member) => member.hook.onEvent !== undefined);
    this.#methods = {
      processCallToolRequest: (input) => toolCalls.request(input),
      processCallToolResult: (input) => toolCalls.result(input),
      processListToolsResult: (input) => ({ input: ownTools.listed(input) }),
      processListToolsError: (input) => ownTools.alone(input),
      processInitializeResult: (input) => ({ input: ownTools.announced(input) }),
    };
  }

  async ask(method: MethodName, input: Input): Promise<Made> {
    const event = this.#observes ? eventOf(method, apart(input)) : undefined;
    // It is told, not asked: nobody waits for it.
    if (event !== undefined) void this.dispatcher.tell(event);
    const made = await this.#methods[method]?.(input as never);
    return (made as Made | undefined) ?? { input };
  }
}
