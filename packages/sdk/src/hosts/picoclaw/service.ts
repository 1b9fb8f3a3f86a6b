import { describeIssues, event, hello, MAX_LINE_BYTES, runtimeEvent } from "@agent-hook/protocol";
import type { Raw } from "../../codec/fields.js";
import { abortTurn, deny } from "../../hook/decisions.js";
import { type Awaitable, after, attempt } from "../../runtime/awaitable.js";
import type { Outcome } from "../../runtime/call-state.js";
import { describedHost } from "../../runtime/described-host.js";
import { Dispatcher } from "../../runtime/dispatcher.js";
import { Failure } from "../../runtime/failure.js";
import { createRepeatLimiter } from "../../runtime/log.js";
import type { Observation } from "../../runtime/observation.js";
import { replaceUnsendable } from "../../runtime/own-tool.js";
import type { LineSession, Service } from "../../runtime/session.js";
import { type Answer, type EncodeFailure, methodNotFound } from "../../wire/answer.js";
import { ErrorCode, inexactArguments, type Params, type Problem, type WireError } from "../../wire/message.js";
import { createPeer } from "../../wire/peer.js";
import { capabilities } from "./capabilities.js";
import { type CalledPoint, decodeCall, POINT_OF } from "./decode.js";
import { encodeDecision } from "./encode.js";
import { decodeEvent } from "./events.js";
import { Handshake } from "./handshake.js";
import { OwnTools } from "./own-tools.js";
import { whyUnsupported } from "./unsupported.js";

/** The most frequent answer. Its JSON is written only once. */
const CONTINUE: Answer = { result: { action: "continue" }, json: '{"action":"continue"}' };

const EVENTS: readonly string[] = [event.method, runtimeEvent.method];

/** Serves a hook on PicoClaw's wire. */
export function serveHook(session: LineSession): Service {
  const { hook, version, clock, env } = session;
  const ownTools = new OwnTools(hook, version, env.AGENT_HOOK_MCP_NAME);
  const dispatcher = new Dispatcher(
    hook,
    {
      host: describedHost(capabilities, version),
      identify: (name) => ownTools.identify(name),
      runsOwnTool: (name) => ownTools.runs(name),
      whyUnsupported: (point, call, decision) => whyUnsupported(point, call, decision, version),
      asksPeople: () => handshake.hostAsks,
      denial: (point, failure) => (point === "afterTool" ? abortTurn(failure.publicText) : deny(failure.publicText)),
    },
    clock,
  );
  const warn = createRepeatLimiter(hook.log);
  const handshake: Handshake = new Handshake(session, dispatcher);

  function onRequest(method: string, params: Params): Awaitable<Answer> {
    if (method === hello.method) return handshake.hello(params);
    const point = POINT_OF.get(method);
    if (point !== undefined) {
      return after(dispatcher.start(), (failure) => (failure ? unstarted(point, failure) : ask(point, params)));
    }
    if (EVENTS.includes(method)) {
      onNotification(method, params);
      return { result: {} };
    }
    warn(`the host called "${method.slice(0, 100)}", which is not a hook method`);
    return methodNotFound(method);
  }

  /** Turns anything that is thrown into a failure at the point: an error reply would let the tool run. */
  function ask(point: CalledPoint, params: Params): Awaitable<Answer> {
    const observation = dispatcher.observe(point);
    return attempt(
      () => answerTo(point, params, observation),
      (thrown) => giveUp(point, Failure.of(thrown, hook.name, point), observation),
    );
  }

  function answerTo(point: CalledPoint, params: Params, observation: Observation | undefined): Awaitable<Answer> {
    const decoded = decodeCall(point, params, (name) => ownTools.identify(name));
    if ("issues" in decoded) {
      const text = `Invalid params: ${describeIssues(decoded.issues, params)}`;
      return undecodable(point, { code: ErrorCode.invalidParams, message: text }, observation);
    }
    const inexact = point === "beforeTool" || point === "approveTool" ? inexactArguments(params) : undefined;
    // The hook would approve a different call than the one that runs.
    if (inexact !== undefined) return giveUp(point, new Failure("undecodable", hook.name, point, inexact), observation);
    return after(dispatcher.ask(point, decoded.call, { observation }), (outcome) =>
      answerFor(point, params as Raw, outcome, observation),
    );
  }

  function giveUp(point: CalledPoint, failure: Failure, observation = dispatcher.observe(point)): Answer {
    const outcome = dispatcher.giveUp(point, failure, observation);
    observation?.end(outcome);
    return { result: encodeDecision(point, {}, outcome) };
  }

  function answerFor(point: CalledPoint, raw: Raw, outcome: Outcome, observation: Observation | undefined): Answer {
    const result = encodeDecision(point, raw, outcome);
    observation?.end(outcome);
    const plain: Answer =
      outcome === undefined
        ? CONTINUE
        : { result, fallback: (misfit) => misfitAnswer(point, raw, outcome, misfit, observation) };
    return point === "beforeLlm" ? ownTools.offered(raw, result, plain) : plain;
  }

  function misfitAnswer(
    point: CalledPoint,
    raw: Raw,
    outcome: Outcome,
    misfit: EncodeFailure,
    observation: Observation | undefined,
  ): Answer {
    const failure =
      misfit.reason === "too-large"
        ? new Failure(
            "too-large",
            hook.name,
            point,
            `its answer has ${misfit.bytes} bytes, at most ${MAX_LINE_BYTES - 1} fit`,
          )
        : new Failure("invalid-decision", hook.name, point, "its answer cannot be written as JSON", misfit.cause);
    const tool = String(raw.tool);
    const { ownTool } = ownTools.identify(tool);
    const own = outcome?.action === "respond" && ownTool !== undefined && ownTools.runs(ownTool);
    if (!own) return giveUp(point, failure, observation);
    const replaced = replaceUnsendable(hook, tool, failure, observation);
    observation?.end(replaced);
    return { result: encodeDecision(point, raw, replaced) };
  }

  /** If any member blocks, answers with the point's denial: an error reply would let the tool run. */
  function undecodable(point: CalledPoint, error: WireError, observation = dispatcher.observe(point)): Answer {
    const failure = new Failure("undecodable", hook.name, point, error.message);
    if (hook.blocks) return giveUp(point, failure, observation);
    warn(`${point}: ${error.message}`);
    observation?.failed(failure, "the host received an error");
    observation?.end(undefined);
    return { error };
  }

  function unstarted(point: CalledPoint, cause: Failure): Answer {
    return giveUp(point, new Failure("not-started", hook.name, point, "setup has failed", cause));
  }

  function onNotification(method: string, params: Params): void {
    if (!EVENTS.includes(method)) return;
    const event = decodeEvent(method, params);
    if (event === undefined) hook.log.debug(`unreadable event: ${method}`);
    else void dispatcher.notify(event);
  }

  function onProblem(problem: Problem): Answer | undefined {
    const point = problem.method === undefined ? undefined : POINT_OF.get(problem.method);
    if (point !== undefined && problem.id !== null) return undecodable(point, problem.error);
    warn(problem.error.message);
    return { error: problem.error };
  }

  function onLostAnswer(method: string): Answer | undefined {
    const point = POINT_OF.get(method);
    return (
      point && giveUp(point, new Failure("invalid-decision", hook.name, point, "its answer was lost in a promise"))
    );
  }

  const peer = createPeer({
    write: session.write,
    maxLineBytes: MAX_LINE_BYTES,
    onRequest,
    onLostAnswer,
    onNotification,
    onProblem,
    onDropped: (what) => warn(`dropped ${what}`),
  });

  return {
    receive: peer.receive,
    async end(graceMs) {
      await dispatcher.stop(graceMs);
      // The calls that just failed are answered in promise callbacks, which must run first.
      await new Promise(setImmediate);
      peer.flush();
    },
  };
}
