import type { CivicInput } from "@agent-hook/sdk/civic";
import { copyOf, type Dispatcher, type MethodName, type Observation } from "@agent-hook/sdk/internal/adapter";
import { HookChainError } from "../chain/hook-chain-error.js";
import { eventOf } from "./events.js";
import { OwnTools } from "./own-tools.js";
import type { Input, PortableAnswer, PortableStep } from "./portable-step.js";
import { ToolCalls } from "./tool-calls.js";

type Table = {
  readonly [Method in MethodName]?: (
    input: CivicInput<Method>,
    observation: Observation | undefined,
  ) => PortableStep<object> | Promise<PortableStep<object>>;
};

/** Runs the handlers that a hook defines for every host. */
export class PortableHandlers {
  readonly toolCalls: ToolCalls;
  readonly #methods: Table;
  readonly #observes: boolean;
  readonly #rulesOnCalls: boolean;

  constructor(private readonly dispatcher: Dispatcher) {
    const toolCalls = new ToolCalls(dispatcher);
    const ownTools = new OwnTools(dispatcher.hook);
    this.toolCalls = toolCalls;
    const { members } = dispatcher.hook;
    this.#observes = members.some(({ hook }) => hook.onEvent !== undefined);
    this.#rulesOnCalls = members.some(
      ({ hook: { beforeTool, approveTool, native } }) =>
        beforeTool ?? approveTool ?? native?.civic?.processCallToolRequest,
    );
    this.#methods = {
      processCallToolRequest: (input, observation) => toolCalls.request(input, observation),
      processCallToolResult: (input, observation) => toolCalls.result(input, observation),
      processCallToolError: (input, observation) => toolCalls.error(input, observation),
      processListToolsResult: (input) => ({ input: ownTools.withTools(input) }),
      processListToolsError: (input) => ownTools.onlyOwnTools(input),
      processInitializeResult: (input) => ({ input: ownTools.withCapability(input) }),
    };
  }

  async ask(method: MethodName, input: Input, observation?: Observation): Promise<PortableStep> {
    if (method === "processNotification" && this.#rulesOnCalls) assertNotification(input);
    const event = this.#observes ? eventOf(method, copyOf(input)) : undefined;
    // An event is a notification, so it is not awaited.
    if (event !== undefined) void this.dispatcher.notify(event);
    const step = await this.#methods[method]?.(input as never, observation);
    return (step as PortableStep | undefined) ?? { input };
  }

  /**
   * Runs the hook's own tool and returns its answer, or `undefined` if the call is not for one. Called last, after
   * every handler that can deny the call.
   */
  async last(method: MethodName, input: Input, observation?: Observation): Promise<PortableAnswer | undefined> {
    return method === "processCallToolRequest"
      ? await this.toolCalls.ownTool(input as unknown as CivicInput<typeof method>, observation)
      : undefined;
  }
}

/**
 * Throws if a message without an id is not a notification of MCP. The proxy forwards every message without an id, and a
 * lenient server would run a `tools/call` that no hook saw.
 */
function assertNotification({ method }: Input): void {
  if (String(method).startsWith("notifications/")) return;
  throw new HookChainError(
    -32600,
    `Expected a notification of MCP, whose name begins with notifications/, got "${method}"`,
  );
}
