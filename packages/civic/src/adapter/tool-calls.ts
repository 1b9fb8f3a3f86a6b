import type { CivicInput, CivicRequestExtra, CivicToolCall, CivicToolResult } from "@agent-hook/sdk/civic";
import {
  type Calls,
  type Dispatcher,
  encodeResult,
  errorResult,
  type Observation,
  OmittedFields,
  type ToolCallOutcome,
} from "@agent-hook/sdk/internal/adapter";
import { safeText } from "../wire/safe-text.js";
import { AnsweredMarks } from "./answered-marks.js";
import { sourceOf } from "./events.js";
import type { PortableAnswer, PortableStep } from "./portable-step.js";
import { changedTextOfError, textOf, textOfError, withText } from "./tool-result.js";

type RequestInput = CivicInput<"processCallToolRequest">;
type ResultInput = CivicInput<"processCallToolResult">;
type ErrorInput = CivicInput<"processCallToolError">;

/** `tools/call`: the points before and after a tool. */
export class ToolCalls {
  readonly #marks = new AnsweredMarks();
  readonly #leftOut: OmittedFields;
  readonly #looksAtResults: boolean;
  readonly #hasAfterTool: boolean;

  constructor(private readonly dispatcher: Dispatcher) {
    const { members, log } = dispatcher.hook;
    this.#hasAfterTool = members.some(({ hook }) => hook.afterTool !== undefined);
    this.#looksAtResults =
      this.#hasAfterTool || members.some(({ hook }) => hook.native?.civic?.processCallToolResult !== undefined);
    this.#leftOut = new OmittedFields(log, "a client of Civic's proxy");
  }

  /** Runs `beforeTool`, then `approveTool` with the final call. */
  async request(original: RequestInput, observation?: Observation): Promise<PortableStep<RequestInput>> {
    const input = this.#looksAtResults ? { ...original, request: withoutTask(original.request) } : original;
    const { request, requestExtra } = input;
    const outcome = await this.dispatcher.askToolCall(this.#callOf(request, requestExtra, input), observation);
    if (observation !== undefined) observation.outcome = outcome;
    if (outcome === undefined) return { input };
    if (outcome.action === "modify") return { input: { ...input, request: withPatch(request, outcome) } };
    const answer = this.#answerOf(request.params.name, outcome);
    return outcome.action === "respond" ? { input, answer } : { denial: answer };
  }

  /**
   * Runs the hook's own tool and returns its answer, or `undefined` if the call is not for one. Called after every
   * handler that can deny the call.
   */
  async ownTool(
    { request, requestExtra }: RequestInput,
    observation?: Observation,
  ): Promise<PortableAnswer | undefined> {
    const call = this.#callOf(request, requestExtra, { request, requestExtra });
    if (call.ownTool === undefined) return undefined;
    const outcome = await this.dispatcher.runTool(call, observation);
    if (observation !== undefined) observation.outcome = outcome;
    return outcome && this.#answerOf(request.params.name, outcome);
  }

  /** Answers instead of the tool. The result is marked, because the proxy also sends it to the hook. */
  respond(result: CivicToolResult): PortableAnswer {
    return { resultType: "respond", response: this.#marks.put(result) };
  }

  /** Runs `afterTool`, unless the hook answered the call itself. */
  async result(input: ResultInput, observation?: Observation): Promise<PortableStep<ResultInput>> {
    const { response, originalCallToolRequest: request, originalRequestExtra: extra } = input;
    const ownResult = this.#marks.take(response);
    if (ownResult !== undefined) return { input: { ...input, response: ownResult } };
    const { isError } = response;
    const shown = { forLlm: textOf(response), ...(isError === undefined ? {} : { isError }) };
    const changed = await this.#afterTool(this.#callOf(request, extra, input), shown, observation);
    if (changed === undefined) return { input };
    return { input: { ...input, response: changed.whole ?? withChange(response, changed) } };
  }

  /** Runs `afterTool` on the text of an error, which a model reads like a result. */
  async error(input: ErrorInput, observation?: Observation): Promise<PortableStep<ErrorInput>> {
    if (!this.#hasAfterTool) return { input };
    const { error, originalToolCall: request, originalRequestExtra: extra } = input;
    const forLlm = textOfError(error);
    const shownResult = { forLlm, isError: true };
    const changed = await this.#afterTool(this.#callOf(request, extra, input), shownResult, observation);
    if (changed === undefined) return { input };
    const text = changedTextOfError(error, changed.forLlm ?? forLlm);
    const response = changed.whole ?? { ...errorResult(text), isError: changed.isError ?? true };
    // Later handlers must not be able to restore what was removed.
    const shown = { ...input, error: { message: textOf(response) } };
    return { input: shown, answer: { resultType: "respond", response } };
  }

  async #afterTool(
    call: Calls["beforeTool"],
    result: Calls["afterTool"]["result"],
    observation: Observation | undefined,
  ): Promise<ResultChange | undefined> {
    const outcome = await this.dispatcher.ask("afterTool", { ...call, result }, { copies: true, observation });
    if (observation !== undefined) observation.outcome = outcome;
    // `addContext` is unsupported, so it never gets here.
    if (outcome === undefined || outcome.action === "addContext") return undefined;
    if (outcome.action !== "modify") return { whole: errorResult(safeText(outcome.reason ?? "")) };
    const { result: patch = {} } = outcome.patch;
    const { forLlm, isError } = typeof patch === "string" ? { forLlm: patch } : patch;
    const changed = {
      ...(forLlm === undefined || forLlm === result.forLlm ? {} : { forLlm }),
      ...(isError === undefined || isError === result.isError ? {} : { isError }),
    };
    return Object.keys(changed).length === 0 ? undefined : changed;
  }

  #answerOf(tool: string, outcome: NonNullable<ToolCallOutcome>): PortableAnswer {
    if (outcome.action !== "respond") {
      const { reason = "" } = outcome as { readonly reason?: string };
      return this.respond(errorResult(safeText(reason)));
    }
    const { result } = outcome;
    this.#leftOut.note(tool, result);
    const safe = result.isError ? { ...result, forLlm: safeText(result.forLlm) } : result;
    return this.respond((encodeResult(safe, true) ?? encodeResult(safe, false)) as CivicToolResult);
  }

  #callOf({ params }: CivicToolCall, extra: CivicRequestExtra, input: object): Calls["beforeTool"] {
    return {
      ...idOf(extra),
      tool: params.name,
      ...this.dispatcher.rules.identify(params.name),
      arguments: params.arguments ?? {},
      ...sourceOf(extra),
      raw: input as Calls["beforeTool"]["raw"],
    };
  }
}

/** Returns the id of a call. The proxy numbers the requests of a session. */
function idOf({ requestId }: CivicRequestExtra = {}): Pick<Calls["beforeTool"], "id"> {
  return requestId === undefined ? {} : { id: String(requestId) };
}

/**
 * Removes `task`: a task's result is fetched with a separate request, which no remote hook sees. Without `task`, the
 * hook sees the result.
 */
function withoutTask(request: CivicToolCall): CivicToolCall {
  const { task, ...params } = request.params;
  return task === undefined ? request : { ...request, params };
}

function withPatch(request: CivicToolCall, { patch }: Extract<ToolCallOutcome, { action: "modify" }>): CivicToolCall {
  const { tool: name, arguments: args } = patch;
  const params = {
    ...request.params,
    ...(name === undefined ? {} : { name }),
    ...(args === undefined ? {} : { arguments: args }),
  };
  return { ...request, params };
}

/** The change that `afterTool` made: a whole new result, or a new text, a new `isError`, or both. */
interface ResultChange {
  readonly whole?: CivicToolResult;
  readonly forLlm?: string;
  readonly isError?: boolean;
}

function withChange(response: CivicToolResult, { forLlm, isError }: ResultChange): CivicToolResult {
  const result = forLlm === undefined ? response : withText(response, forLlm);
  return isError === undefined ? result : { ...result, isError };
}
