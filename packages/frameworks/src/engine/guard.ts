import { deny, type HostCapabilities, type ToolCall, type ToolResult } from "@agent-hook/sdk";
import {
  type Calls,
  type Clock,
  Dispatcher,
  decidesOnCalls,
  describedHost,
  Failure,
  type Observation,
  OmittedFields,
  type Outcome,
  type Point,
  type PreparedHook,
  type ToolCallOutcome,
} from "@agent-hook/sdk/internal/adapter";
import { type AgentTools, checkTools, uncertainGuards } from "./check-tools.js";
import { type ToolKinds, toolKind } from "./tool-kind.js";
import { whyUnsupported } from "./why-unsupported.js";

/** A call of a tool, as an adapter reads it from its framework. */
export type FrameworkCall = Omit<ToolCall, "ownTool">;

/** What `afterTool` makes of a result: the text for the model, and whether it is an error. */
interface ChangedResult {
  readonly text: string;
  readonly isError: boolean;
  /** Set if the hook ends the turn. */
  readonly aborts?: true;
}

/** Calls a hook for the agents of one framework. Its methods never reject. */
export class Guard {
  readonly #dispatcher: Dispatcher;
  readonly #omitted: OmittedFields;
  readonly #checked = new Set<string>();

  constructor(
    readonly hook: PreparedHook,
    readonly capabilities: HostCapabilities,
    clock: Clock,
  ) {
    this.#omitted = new OmittedFields(hook.log, capabilities.host);
    this.#dispatcher = new Dispatcher(
      hook,
      {
        host: describedHost(capabilities),
        runsOwnTool: () => false,
        identify: (name) => ({ kind: toolKind(name, {}) }),
        whyUnsupported: (point, _call, decision) => whyUnsupported(capabilities, point, decision),
        denial: (point, failure) => deny(point === "afterTool" ? failure.withheldText : failure.publicText),
      },
      clock,
    );
  }

  /** Runs `setup`. Rejects with the reason if the hook cannot start. */
  async start(): Promise<void> {
    const failure = await this.#dispatcher.start();
    if (failure !== undefined) throw new Error(failure.publicText, { cause: failure });
  }

  /** Throws if a member that can block, or `toolKinds`, does not fit the tools of the agent. Warns once if it may not. */
  checkTools(tools: AgentTools, toolKinds?: ToolKinds): void {
    checkTools(this.hook, tools, toolKinds);
    const key = JSON.stringify([tools.names, toolKinds]);
    if (this.#checked.has(key)) return;
    this.#checked.add(key);
    for (const warning of uncertainGuards(this.hook, tools, toolKinds)) this.hook.log.warn(warning);
  }

  /** Runs `teardown`. */
  stop(): Promise<void> {
    return this.#dispatcher.stop(0);
  }

  /** Whether any member has a handler of a point. */
  handles(point: Point): boolean {
    return this.hook.members.some((member) => member.hook[point] !== undefined);
  }

  /** Whether the hook decides on calls before the tool runs. */
  get decides(): boolean {
    return this.handles("beforeTool") || decidesOnCalls(this.hook.members);
  }

  /** Runs `beforeTool`, then `approveTool` with the final arguments. */
  async toolCall(event: string, read: () => FrameworkCall): Promise<ToolCallOutcome> {
    let tool = "";
    const outcome = await this.#observed<ToolCallOutcome>("beforeTool", event, this.decides, (observation) => {
      const call = read();
      tool = call.tool;
      return this.#dispatcher.askToolCall(call, observation);
    });
    if (outcome?.action === "respond") this.#omitted.note(tool, outcome.result);
    return outcome;
  }

  /** Runs `afterTool`. Returns the changed result, or `undefined` if the result stays. */
  async toolResult(event: string, read: () => FrameworkCall & { readonly result: ToolResult }) {
    let shown: ToolResult = { forLlm: "" };
    const outcome = await this.#observed<Outcome<"afterTool">>(
      "afterTool",
      event,
      this.handles("afterTool"),
      (observation) => {
        const call = read();
        shown = call.result;
        return this.#dispatcher.ask("afterTool", call, { copies: true, observation });
      },
    );
    return changeOf(shown, outcome);
  }

  beforeLlm(event: string, read: () => Calls["beforeLlm"]): Promise<Outcome<"beforeLlm">> {
    return this.#observed("beforeLlm", event, this.handles("beforeLlm"), (observation) =>
      this.#dispatcher.ask("beforeLlm", read(), { copies: true, observation }),
    );
  }

  afterLlm(event: string, read: () => Calls["afterLlm"]): Promise<Outcome<"afterLlm">> {
    return this.#observed("afterLlm", event, this.handles("afterLlm"), (observation) =>
      this.#dispatcher.ask("afterLlm", read(), { copies: true, observation }),
    );
  }

  /** Asks the hook and records the outcome. A call that cannot be read is a failure of the hook. */
  async #observed<Result extends Outcome | ToolCallOutcome>(
    point: "beforeLlm" | "afterLlm" | "beforeTool" | "afterTool",
    event: string,
    isAsked: boolean,
    ask: (observation: Observation | undefined) => PromiseLike<Result> | Result,
  ): Promise<Result> {
    if (!isAsked) return undefined as Result;
    const observation = this.#dispatcher.observe(point);
    if (observation !== undefined) observation.event = event;
    let outcome: Result;
    try {
      outcome = await ask(observation);
    } catch (thrown) {
      const failure = new Failure("undecodable", this.hook.name, point, "the call cannot be read", thrown);
      outcome = this.#dispatcher.giveUp(
        point === "beforeTool" && this.hook.guards ? "approveTool" : point,
        failure,
        observation,
      ) as Result;
    }
    observation?.end(outcome);
    return outcome;
  }
}

function changeOf(shown: ToolResult, outcome: Outcome<"afterTool">): ChangedResult | undefined {
  if (outcome === undefined) return undefined;
  if (outcome.action === "deny") return { text: outcome.reason, isError: true };
  if (outcome.action === "abortTurn" || outcome.action === "hardAbort") {
    return { text: outcome.reason, isError: true, aborts: true };
  }
  const { patch = {}, text: context } = outcome as { readonly patch?: { readonly result?: unknown }; text?: string };
  const result = typeof patch.result === "string" ? { forLlm: patch.result } : (patch.result as Partial<ToolResult>);
  const { forLlm = shown.forLlm, isError = shown.isError ?? false } = result ?? {};
  return { text: context === undefined ? forLlm : [forLlm, context].filter(Boolean).join("\n\n"), isError };
}
