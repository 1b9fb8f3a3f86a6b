import type { CivicInput, CivicRequestExtra, CivicToolCall, CivicToolResult } from "@agent-hook/sdk";
import {
  type Calls,
  type Dispatcher,
  encodeResult,
  errorResult,
  LeftOut,
  type OutcomeOfAll,
} from "@agent-hook/sdk/adapter";
import { safeText } from "../wire/safe-text.js";
import { AnsweredMarks } from "./answered-marks.js";
import { apart } from "./apart.js";
import type { HookAnswer } from "./course.js";
import { originOf } from "./origin.js";
import type { Made } from "./portable.js";
import { textOf, withText } from "./tool-result.js";

type RequestInput = CivicInput<"processCallToolRequest">;
type ResultInput = CivicInput<"processCallToolResult">;

/** `tools/call`: the points before and after a tool. */
export class ToolCalls {
  readonly #marks = new AnsweredMarks();
  readonly #leftOut: LeftOut;
  readonly #looksAtResults: boolean;

  constructor(private readonly dispatcher: Dispatcher) {
    this.#looksAtResults = dispatcher.hook.members.some(({ hook }) => hook.afterTool !== undefined);
    this.#leftOut = new LeftOut(dispatcher.hook.log, "a client of Civic's proxy");
  }

  /** `beforeTool`, and `approveTool` on the call as it will run; own tools are answered. */
  async request(asked: RequestInput): Promise<Made<RequestInput>> {
    const input = this.#looksAtResults ? { ...asked, request: withoutTask(asked.request) } : asked;
    const { request, requestExtra } = input;
    const outcome = await this.dispatcher.askOnce(this.#callOf(request, requestExtra, input));
    if (outcome === undefined) return { input };
    if (outcome.action === "modify") return { input: { ...input, request: changed(request, outcome) } };
    if (outcome.action !== "respond") return this.respond(errorResult(safeText(outcome.reason ?? "")));
    const { result } = outcome;
    this.#leftOut.note(request.params.name, result);
    const safe = result.isError ? { ...result, forLlm: safeText(result.forLlm) } : result;
    return this.respond((encodeResult(safe, true) ?? encodeResult(safe, false)) as CivicToolResult);
  }

  /** An answer in the tool's place. */
  respond(result: CivicToolResult): { readonly answer: HookAnswer } {
    return { answer: { resultType: "respond", response: this.#marks.put(result) } };
  }

  /** `afterTool`, unless the hook answered the call itself. */
  async result(input: ResultInput): Promise<Made<ResultInput>> {
    const { response, originalCallToolRequest: request, originalRequestExtra: extra } = input;
    const ours = this.#marks.take(response);
    if (ours !== undefined) return { input: { ...input, response: ours } };
    const { isError } = response;
    const result = { forLlm: textOf(response), ...(isError === undefined ? {} : { isError }) };
    const call = Object.defineProperty(this.#callOf(request, extra, input), "result", {
      value: result,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const outcome = await this.dispatcher.ask("afterTool", call as Calls["afterTool"]);
    if (outcome === undefined) return { input };
    if (outcome.action !== "modify")
      return { input: { ...input, response: errorResult(safeText(outcome.reason ?? "")) } };
    return { input: { ...input, response: rewritten(response, outcome.patch.result) } };
  }

  #callOf({ params }: CivicToolCall, extra: CivicRequestExtra, input: object): Calls["beforeTool"] {
    const call = {
      tool: params.name,
      ...this.dispatcher.rules.identify(params.name),
      arguments: params.arguments ?? {},
      origin: originOf(extra),
    };
    // Most handlers never look at it, and what they change in it must change nothing.
    return Object.defineProperty(call, "raw", {
      get: () => apart(input),
      enumerable: true,
      configurable: true,
    }) as Calls["beforeTool"];
  }
}

/** The result of a task is fetched by another request, which no remote hook is asked about; without one it comes here. */
function withoutTask(request: CivicToolCall): CivicToolCall {
  const { task, ...params } = request.params;
  return task === undefined ? request : { ...request, params };
}

function changed(request: CivicToolCall, { patch }: Extract<OutcomeOfAll, { action: "modify" }>): CivicToolCall {
  const { tool: name, arguments: args } = patch;
  const params = {
    ...request.params,
    ...(name === undefined ? {} : { name }),
    ...(args === undefined ? {} : { arguments: args }),
  };
  return { ...request, params };
}

function rewritten(
  response: CivicToolResult,
  patch: Calls["afterTool"]["result"] | string | object | undefined,
): CivicToolResult {
  const { forLlm, isError } = (typeof patch === "string" ? { forLlm: patch } : (patch ?? {})) as {
    readonly forLlm?: string;
    readonly isError?: boolean;
  };
  const result = forLlm === undefined || forLlm === textOf(response) ? response : withText(response, forLlm);
  return isError === undefined ? result : { ...result, isError };
}
