import { abortTurn, deny } from "../../hook/decisions.js";
import { event, hello, MAX_LINE_BYTES, runtimeEvent } from "../../protocol/index.js";
import { type Awaitable, after } from "../../runtime/awaitable.js";
import { describedHost } from "../../runtime/described-host.js";
import { Dispatcher } from "../../runtime/dispatcher.js";
import { createRepeatLimiter } from "../../runtime/log.js";
import type { LineSession, Service } from "../../runtime/session.js";
import { type Answer, methodNotFound } from "../../wire/answer.js";
import type { Params, Problem } from "../../wire/message.js";
import { createPeer, type Peer } from "../../wire/peer.js";
import { capabilities } from "./capabilities.js";
import { POINT_OF } from "./decode.js";
import { decodeEvent } from "./events.js";
import { Handshake } from "./handshake.js";
import { OwnTools } from "./own-tools.js";
import { PointCall, type Served } from "./point-call.js";
import { whyUnsupported } from "./unsupported.js";

const EVENTS: readonly string[] = [event.method, runtimeEvent.method];

/** Serves a hook on PicoClaw's wire. */
export class PicoClawService implements Service {
  readonly #served: Served;
  readonly #handshake: Handshake;
  readonly #peer: Peer;

  constructor(session: LineSession) {
    const { hook, version, clock, env } = session;
    const ownTools = new OwnTools(hook, version, env.AGENT_HOOK_MCP_NAME);
    const dispatcher = new Dispatcher(
      hook,
      {
        host: describedHost(capabilities, version),
        identify: (name) => ownTools.identify(name),
        runsOwnTool: (name) => ownTools.runs(name),
        whyUnsupported: (point, call, decision) => whyUnsupported(point, call, decision, version),
        asksPeople: () => this.#handshake.hostAsks,
        denial: (point, failure) => (point === "afterTool" ? abortTurn(failure.publicText) : deny(failure.publicText)),
      },
      clock,
    );
    this.#served = { hook, dispatcher, ownTools, warn: createRepeatLimiter(hook.log) };
    this.#handshake = new Handshake(session, dispatcher);
    this.#peer = createPeer({
      write: session.write,
      maxLineBytes: MAX_LINE_BYTES,
      onRequest: (method, params) => this.#onRequest(method, params),
      onLostAnswer: (method) => this.#onLostAnswer(method),
      onNotification: (method, params) => this.#onNotification(method, params),
      onProblem: (problem) => this.#onProblem(problem),
      onDropped: (what) => this.#served.warn(`dropped ${what}`),
    });
  }

  receive(lines: readonly string[], first?: unknown): void {
    this.#peer.receive(lines, first);
  }

  async end(graceMs: number): Promise<void> {
    await this.#served.dispatcher.stop(graceMs);
    // The calls that just failed are answered in promise callbacks, which must run first.
    await new Promise(setImmediate);
    this.#peer.flush();
  }

  #onRequest(method: string, params: Params): Awaitable<Answer> {
    if (method === hello.method) return this.#handshake.hello(params);
    const point = POINT_OF.get(method);
    if (point !== undefined) {
      return after(this.#served.dispatcher.start(), (failure) => {
        const call = new PointCall(this.#served, point);
        return failure ? call.notStarted(failure) : call.ask(params);
      });
    }
    if (EVENTS.includes(method)) {
      this.#onNotification(method, params);
      return { result: {} };
    }
    this.#served.warn(`the host called "${method.slice(0, 100)}", which is not a hook method`);
    return methodNotFound(method);
  }

  #onNotification(method: string, params: Params): void {
    if (!EVENTS.includes(method)) return;
    const { dispatcher, hook } = this.#served;
    const event = decodeEvent(method, params);
    if (event === undefined) hook.log.debug(`unreadable event: ${method}`);
    else void dispatcher.notify(event);
  }

  #onProblem({ method, id, error }: Problem): Answer | undefined {
    const point = method === undefined ? undefined : POINT_OF.get(method);
    if (point !== undefined && id !== null) return new PointCall(this.#served, point).undecodable(error);
    this.#served.warn(error.message);
    return { error };
  }

  #onLostAnswer(method: string): Answer | undefined {
    const point = POINT_OF.get(method);
    return point && new PointCall(this.#served, point).lost();
  }
}
