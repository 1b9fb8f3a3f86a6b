import { describeIssues, type HelloParams, hello, PROTOCOL_VERSION } from "@agent-hook/protocol";
import type { Dispatcher } from "../../runtime/dispatcher.js";
import type { Failure } from "../../runtime/failure.js";
import type { Maybe } from "../../runtime/maybe.js";
import { pointsOf } from "../../runtime/points.js";
import type { Session } from "../../runtime/session.js";
import { type Answer, ErrorCode, type Params } from "../../wire/index.js";
import { configLines, missingPoints } from "./modes.js";

/** Below the 5 s that a host may wait for hello. */
const START_MS = 4500;

/** `hook.hello`: judges the config by the modes, starts the hook once, answers with the manifest. */
export class Handshake {
  #started: Maybe<Failure | undefined> | "not yet" = "not yet";

  constructor(
    private readonly session: Session,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Runs `onStart`, once for all that ask; why it failed, if it did. */
  start(): Maybe<Failure | undefined> {
    if (this.#started !== "not yet") return this.#started;
    const { hook } = this.session;
    if (hook.members.every((member) => member.hook.onStart === undefined)) {
      this.#started = undefined;
      return undefined;
    }
    const running = this.dispatcher.run("onStart", START_MS).then(
      () => undefined,
      (failure: Failure) => failure,
    );
    this.#started = running;
    void running.then((failure) => {
      if (failure !== undefined) hook.failed(failure, "the hook does not start");
      this.#started = failure;
    });
    return running;
  }

  async hello(params: Params): Promise<Answer> {
    const checked = hello.params.safeParse(params ?? {});
    if (!checked.success) {
      const message = `Invalid params of ${hello.method}: ${describeIssues(checked.error.issues, params)}`;
      return { error: { code: ErrorCode.invalidParams, message } };
    }
    const unguarded = this.#judge(checked.data);
    if (unguarded !== undefined) return { error: { code: ErrorCode.hookFailed, message: unguarded } };
    const failure = await this.start();
    if (failure !== undefined) return { error: { code: ErrorCode.hookFailed, message: failure.words } };
    const { manifest } = this.session;
    return { result: { ok: true, ...manifest }, instead: () => ({ result: { ok: true, name: manifest.name } }) };
  }

  /** Says what the config lacks. Where that leaves a `block` hook unasked, the agent must not start. */
  #judge({ name, version, modes }: HelloParams): string | undefined {
    const { hook, manifest, allowPartial } = this.session;
    const { log } = hook;
    if (version !== PROTOCOL_VERSION)
      log.warn(`the host speaks hook protocol ${version}, this hook ${PROTOCOL_VERSION}`);
    const given = modes ?? [];
    const guards = hook.members.filter((member) => member.policy === "block");
    const needed = guards.flatMap((member) => pointsOf(member.hook)).filter((point) => point !== "onEvent");
    const missing = missingPoints(manifest.points, given);
    if (missing.length > 0) {
      log.warn(`the host will not ask this hook at ${missing.join(", ")}: ${configLines(missing, name)}`);
    }
    const unasked = missingPoints([...new Set(needed)], given);
    if (unasked.length === 0 || allowPartial) return undefined;
    return (
      `hook "${hook.name}" has onFailure "block" and would not be asked at ${unasked.join(", ")}: ` +
      `${configLines(unasked, name)}, or set AGENT_HOOK_ALLOW_PARTIAL=1`
    );
  }
}
