import { type HelloParams, hello, modeOf, POINTS, PROTOCOL_VERSION } from "../../protocol/index.js";
import type { Dispatcher } from "../../runtime/dispatcher.js";
import { pointsOf } from "../../runtime/points.js";
import type { Session } from "../../runtime/session.js";
import { describeIssues } from "../../text/index.js";
import type { Answer } from "../../wire/answer.js";
import { ErrorCode, type Params } from "../../wire/message.js";
import type { CalledPoint } from "./decode.js";
import { sendsAny } from "./events.js";

/**
 * Handles `hook.hello`: checks by the modes in it whether the host's config suits the hook, starts the hook once, and
 * answers with the manifest.
 */
export class Handshake {
  /** Whether the host asks its user. PicoClaw never does; an agent built on @agent-hook/picoclaw says so in `hook.hello`. */
  hostAsks = false;

  constructor(
    private readonly session: Session,
    private readonly dispatcher: Dispatcher,
  ) {}

  async hello(params: Params): Promise<Answer> {
    const checked = hello.params.safeParse(params ?? {});
    if (!checked.success) {
      const message = `Invalid params of ${hello.method}: ${describeIssues(checked.error.issues, params)}`;
      return { error: { code: ErrorCode.invalidParams, message } };
    }
    this.hostAsks = checked.data.asks === true;
    const unguarded = this.#judge(checked.data);
    if (unguarded !== undefined) return { error: { code: ErrorCode.hookFailed, message: unguarded } };
    const failure = await this.dispatcher.start();
    if (failure !== undefined) return { error: { code: ErrorCode.hookFailed, message: failure.publicText } };
    const { manifest, env } = this.session;
    const { AGENT_HOOK_MCP_NAME: mcpName } = env;
    // `agent-hook replay` reads the name in a recording: without it, the hook does not recognize its own tools.
    const served = mcpName ? { mcpName } : {};
    return {
      result: { ok: true, ...manifest, ...served },
      fallback: () => ({ result: { ok: true, name: manifest.name } }),
    };
  }

  /**
   * Warns about points that the config lacks. If a `block` hook would not be called at one of its points, returns an
   * error, which stops the agent.
   */
  #judge({ name, version, modes }: HelloParams): string | undefined {
    const { hook, manifest, allowPartial, env } = this.session;
    const { log } = hook;
    if (version !== PROTOCOL_VERSION)
      log.warn(`the host speaks hook protocol ${version}, this hook ${PROTOCOL_VERSION}`);
    const given = modes ?? [];
    // An MCP server offers the tools, so the hook need not add them to requests.
    const isOffered = (point: string) =>
      point === "beforeLlm" && Boolean(env.AGENT_HOOK_MCP_NAME) && manifest.forTools?.includes(point);
    const guards = hook.members.filter((member) => member.policy === "block");
    const needed = guards
      .flatMap((member) => pointsOf(member.hook))
      .filter((point) => point !== "onEvent" && !isOffered(point));
    const points = manifest.points.filter(
      (point) => !isOffered(point) && (point !== "onEvent" || sendsAny(manifest.events)),
    );
    const missing = missingPoints(points, given);
    if (missing.length > 0) {
      log.warn(`the host will not call this hook at ${missing.join(", ")}: ${configLines(missing, name)}`);
    }
    const uncalled = missingPoints([...new Set(needed)], given);
    if (uncalled.length === 0 || allowPartial) return undefined;
    return (
      `hook "${hook.name}" has onFailure "block" but would not be called at ${uncalled.join(", ")}: ` +
      `${configLines(uncalled, name)}, or set AGENT_HOOK_ALLOW_PARTIAL=1`
    );
  }
}

type RequestedPoint = CalledPoint | "onEvent";

/** Returns the points that the modes of a `hook.hello` do not enable, except `onPrompt`, which no mode enables. */
function missingPoints(points: readonly (RequestedPoint | "onPrompt")[], modes: readonly string[]): RequestedPoint[] {
  return points.filter((point) => point !== "onPrompt").filter((point) => !modes.includes(modeOf(point)));
}

/** Describes the lines of the host's config that enable the missing points. */
function configLines(missing: readonly RequestedPoint[], hookName: string): string {
  const place = `hooks.processes.${hookName}`;
  const intercept = missing.filter((point) => point !== "onEvent").map((point) => `"${POINTS[point].intercept}"`);
  const lines = intercept.length === 0 ? [] : [`add ${intercept.join(", ")} to ${place}.intercept`];
  return [...lines, ...(missing.includes("onEvent") ? [`add "observe": ["*"] to ${place}`] : [])].join("; ");
}
