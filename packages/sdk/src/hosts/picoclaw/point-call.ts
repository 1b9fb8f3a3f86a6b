import type { Raw } from "../../codec/fields.js";
import { MAX_LINE_BYTES } from "../../protocol/index.js";
import { type Awaitable, after, attempt } from "../../runtime/awaitable.js";
import type { Outcome } from "../../runtime/call-state.js";
import type { Dispatcher } from "../../runtime/dispatcher.js";
import { Failure, type FailureKind } from "../../runtime/failure.js";
import type { Observation } from "../../runtime/observation.js";
import { replaceUnsendable } from "../../runtime/own-tool.js";
import type { PreparedHook } from "../../runtime/prepared-hook.js";
import { describeIssues } from "../../text/index.js";
import type { Answer, EncodeFailure } from "../../wire/answer.js";
import { ErrorCode, inexactArguments, type Params, type WireError } from "../../wire/message.js";
import { type CalledPoint, decodeCall } from "./decode.js";
import { encodeDecision } from "./encode.js";
import type { OwnTools } from "./own-tools.js";

/** What the calls of one session share. */
export interface Served {
  readonly hook: PreparedHook;
  readonly dispatcher: Dispatcher;
  readonly ownTools: OwnTools;
  readonly warn: (text: string) => void;
}

/** The most frequent answer. Its JSON is written only once. */
const CONTINUE: Answer = { result: { action: "continue" }, json: '{"action":"continue"}' };

/** One call of PicoClaw. What goes wrong becomes a failure at its point: an error reply would let the tool run. */
export class PointCall {
  readonly #observation: Observation | undefined;

  constructor(
    private readonly served: Served,
    private readonly point: CalledPoint,
  ) {
    this.#observation = served.dispatcher.observe(point);
  }

  ask(params: Params): Awaitable<Answer> {
    return attempt(
      () => this.#answerTo(params),
      (thrown) => this.#giveUp(Failure.of(thrown, this.served.hook.name, this.point)),
    );
  }

  notStarted(cause: Failure): Answer {
    return this.#fail("not-started", "setup has failed", cause);
  }

  lost(): Answer {
    return this.#fail("invalid-decision", "its answer was lost in a promise");
  }

  /** If any member blocks, answers with the point's denial. */
  undecodable(error: WireError): Answer {
    const { hook, warn } = this.served;
    const failure = new Failure("undecodable", hook.name, this.point, error.message);
    if (hook.blocks) return this.#giveUp(failure);
    warn(`${this.point}: ${error.message}`);
    this.#observation?.failed(failure, "the host received an error");
    this.#observation?.end(undefined);
    return { error };
  }

  #answerTo(params: Params): Awaitable<Answer> {
    const { dispatcher, ownTools } = this.served;
    const decoded = decodeCall(this.point, params, (name) => ownTools.identify(name));
    if ("issues" in decoded) {
      const message = `Invalid params: ${describeIssues(decoded.issues, params)}`;
      return this.undecodable({ code: ErrorCode.invalidParams, message });
    }
    const decides = this.point === "beforeTool" || this.point === "approveTool";
    const inexact = decides ? inexactArguments(params) : undefined;
    // The hook would approve a different call than the one that runs.
    if (inexact !== undefined) return this.#fail("undecodable", inexact);
    return after(dispatcher.ask(this.point, decoded.call, { observation: this.#observation }), (outcome) =>
      this.#answerWith(params as Raw, outcome),
    );
  }

  #answerWith(raw: Raw, outcome: Outcome): Answer {
    const result = encodeDecision(this.point, raw, outcome);
    this.#observation?.end(outcome);
    const plain: Answer =
      outcome === undefined ? CONTINUE : { result, fallback: (misfit) => this.#misfitAnswer(raw, outcome, misfit) };
    return this.point === "beforeLlm" ? this.served.ownTools.offered(raw, result, plain) : plain;
  }

  #misfitAnswer(raw: Raw, outcome: Outcome, misfit: EncodeFailure): Answer {
    const { hook, ownTools } = this.served;
    const failure =
      misfit.reason === "too-large"
        ? this.#failure("too-large", `its answer has ${misfit.bytes} bytes, at most ${MAX_LINE_BYTES - 1} fit`)
        : this.#failure("invalid-decision", "its answer cannot be written as JSON", misfit.cause);
    const tool = String(raw.tool);
    const { ownTool } = ownTools.identify(tool);
    const isOwn = outcome?.action === "respond" && ownTool !== undefined && ownTools.runs(ownTool);
    if (!isOwn) return this.#giveUp(failure);
    const replaced = replaceUnsendable(hook, tool, failure, this.#observation);
    this.#observation?.end(replaced);
    return { result: encodeDecision(this.point, raw, replaced) };
  }

  #fail(kind: FailureKind, message: string, cause?: unknown): Answer {
    return this.#giveUp(this.#failure(kind, message, cause));
  }

  #failure(kind: FailureKind, message: string, cause?: unknown): Failure {
    return new Failure(kind, this.served.hook.name, this.point, message, cause);
  }

  #giveUp(failure: Failure): Answer {
    const outcome = this.served.dispatcher.giveUp(this.point, failure, this.#observation);
    this.#observation?.end(outcome);
    return { result: encodeDecision(this.point, {}, outcome) };
  }
}
