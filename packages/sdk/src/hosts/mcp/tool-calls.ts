import {
  type CallToolRequest,
  type CallToolResult,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ToolCall } from "../../hook/calls.js";
import type { ToolResult } from "../../hook/message.js";
import { MAX_LINE_BYTES } from "../../protocol/index.js";
import type { Outcome } from "../../runtime/call-state.js";
import type { Dispatcher } from "../../runtime/dispatcher.js";
import { Failure } from "../../runtime/failure.js";
import type { Observation } from "../../runtime/observation.js";
import { replaceUnsendable, TOOL_FAILED } from "../../runtime/own-tool.js";
import { describeIssues } from "../../text/index.js";
import type { Answer, EncodeFailure } from "../../wire/answer.js";
import { CallProgress } from "./progress.js";
import { encodeResult, errorResult, OmittedFields } from "./tool-result.js";

/** Answers `tools/call`: calls the handlers about the hook's own tool, and runs the tool if none denies the call. */
export class ToolCalls {
  readonly #leftOut: OmittedFields;
  /** The calls that were just answered. Their answer may not fit the wire. */
  readonly #answered = new Map<string | number, Observation>();

  constructor(
    private readonly dispatcher: Dispatcher,
    /** The tools whose result the client expects as an object. */
    private readonly structured: ReadonlySet<string>,
    /** Whether a result is from a handler that answered instead of the tool. Such a result is not checked yet. */
    private readonly isHandlers: (result: ToolResult) => boolean,
  ) {
    this.#leftOut = new OmittedFields(dispatcher.hook.log);
  }

  async answer({ params }: CallToolRequest, { mcpReq }: ServerContext): Promise<CallToolResult> {
    const { tools, log } = this.dispatcher.hook;
    if (!tools.has(params.name)) {
      const known = tools.size === 0 ? "this hook has none" : `expected ${[...tools.keys()].join(", ")}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}; ${known}`);
    }
    const progress = new CallProgress(mcpReq, log);
    const observation = this.dispatcher.observe("beforeTool");
    let outcome: Outcome<"beforeTool">;
    try {
      const call = callOf(params, mcpReq.id);
      outcome = await this.dispatcher.ask("beforeTool", call, {
        cancelled: mcpReq.signal,
        progress: progress.send,
        observation,
      });
      return await this.#resultOf(params.name, outcome, observation);
    } catch (thrown) {
      return this.#failed(Failure.of(thrown, this.dispatcher.hook.name, `tool ${params.name}`), observation);
    } finally {
      if (observation !== undefined) this.#ended(mcpReq.id, observation, outcome);
      progress.close();
    }
  }

  /** Replaces a result that does not fit the wire. */
  fallback({ id, method, params }: JSONRPCRequest, encodeFailure: EncodeFailure): Answer {
    const observation = this.#answered.get(id);
    const { hook } = this.dispatcher;
    const name = method === "tools/call" ? String(params?.name) : "";
    const where = name === "" ? method : `tool ${name}`;
    const failure =
      encodeFailure.reason === "too-large"
        ? new Failure("too-large", hook.name, where, `${encodeFailure.bytes} bytes, at most ${MAX_LINE_BYTES - 1} fit`)
        : new Failure("invalid-decision", hook.name, where, "it cannot be written as JSON", encodeFailure.cause);
    if (name !== "") {
      const replaced = replaceUnsendable(hook, name, failure, observation);
      observation?.end(replaced);
      return { result: errorResult(replaced.result.forLlm) };
    }
    hook.failed(failure, "the host received an error");
    return { error: { code: ProtocolErrorCode.InternalError, message: failure.publicText } };
  }

  /** Records a call. Its answer is written soon, and only then is it known whether it fits. */
  #ended(id: string | number, observation: Observation, outcome: Outcome<"beforeTool">): void {
    observation.end(outcome);
    this.#answered.set(id, observation);
    setImmediate(() => this.#answered.delete(id));
  }

  async #resultOf(
    tool: string,
    outcome: Outcome<"beforeTool">,
    observation: Observation | undefined,
  ): Promise<CallToolResult> {
    if (outcome !== undefined && "reason" in outcome) return errorResult(outcome.reason);
    const { hook } = this.dispatcher;
    if (outcome?.action !== "respond") {
      const unanswered = new Failure("unsupported", hook.name, `tool ${tool}`, "nothing answered the call");
      return this.#failed(unanswered, observation);
    }
    this.#leftOut.note(tool, outcome.result);
    const result = encodeResult(outcome.result, this.structured.has(tool));
    if (result?.structuredContent !== undefined && this.isHandlers(outcome.result)) {
      return this.#checked(tool, result.structuredContent, outcome.result, observation);
    }
    if (result !== undefined) return result;
    const wrong =
      "its `output` is an object, but a handler responded without `structured` and with text that is not a JSON object";
    return this.#failed(new Failure("unsupported", hook.name, `tool ${tool}`, wrong), observation);
  }

  /** Validates a handler's result against the tool's `output`: a client rejects a result that does not match. */
  async #checked(
    name: string,
    value: unknown,
    result: ToolResult,
    observation: Observation | undefined,
  ): Promise<CallToolResult> {
    const { hook } = this.dispatcher;
    const parsed = await hook.tools.get(name)?.tool.output?.["~standard"].validate(value);
    if (parsed?.issues === undefined) {
      const structured = (parsed?.value ?? value) as NonNullable<ToolResult["structured"]>;
      // If the object came from the text, the text is replaced too: validation may have changed the object.
      const forLlm = result.structured === undefined ? JSON.stringify(structured) : result.forLlm;
      return encodeResult({ ...result, forLlm, structured }, true) as CallToolResult;
    }
    const wrong = `a handler responded with a value that does not match \`output\`: ${describeIssues(parsed.issues, value)}`;
    const failure = new Failure("invalid-decision", hook.name, `tool ${name}`, wrong);
    this.#failed(failure, observation);
    return errorResult(`The tool ${name} failed (id ${failure.id}).`);
  }

  #failed(failure: Failure, observation: Observation | undefined): CallToolResult {
    this.dispatcher.hook.failed(failure, TOOL_FAILED);
    observation?.failed(failure, TOOL_FAILED);
    return errorResult(failure.publicText);
  }
}

function callOf(params: CallToolRequest["params"], id: string | number): ToolCall {
  const { name, arguments: args = {} } = params;
  return { id: String(id), tool: name, kind: "plugin", ownTool: name, arguments: args, origin: {}, raw: params };
}
