import { isDeepStrictEqual } from "node:util";
import { type Context, type HookEvent, type LlmReply, type StoreKey, storeKey, type ToolCall } from "@agent-hook/sdk";
import type { ModelUse, UsageSource } from "@agent-hook/sdk/internal/usage";
import { type Measure, measuresOf, priceOf } from "./amounts.js";
import { CountedReplies } from "./counted-replies.js";
import { DayCounters } from "./day-counters.js";
import { EMPTY, type Ledger, LedgerUpdate, ledgerSchema } from "./ledger.js";
import type { Limit, Prices } from "./options.js";
import { reasonOf, UNMEASURED, UNREAD, unpricedReason } from "./reasons.js";
import { isReported } from "./reported.js";
import { readSessionFiles } from "./session-files.js";

/** A call or an event, with what the meter needs of it. */
type Source = Pick<ToolCall, "sessionId" | "origin" | "raw">;

/**
 * When the meter is read:
 *
 * - `prompt`: a prompt of the user starts a turn
 * - `model`: the model is about to be called
 * - `tool`: a tool is about to run. `counted-tool`: the same, and it counts if it fits
 * - `report`: a model call has ended. Nothing can be stopped
 */
export type Moment = "prompt" | "model" | "tool" | "counted-tool" | "report";

/** How many calls in a row may run without reported tokens: some hosts write their session file seconds late. */
const MAX_UNMEASURED = 20;
/**
 * The same, once tokens came: one reply can have many calls. The session file may have been deleted or replaced since, so
 * that nothing more would ever count.
 */
const MAX_UNMEASURED_LATER = 200;

/** Counts what sessions use, in `context.store`, and compares it with the limits. */
export class Meter {
  readonly #ledger: StoreKey<Ledger>;
  readonly #day: DayCounters;
  readonly #measures: ReadonlySet<Measure>;

  constructor(
    private readonly name: string,
    private readonly limits: readonly Limit[],
    private readonly prices: Prices,
  ) {
    // A sub-agent can have a session id of its own, so the id of the main session is a part of the key, not its scope.
    this.#ledger = storeKey(`${name} session`, { value: ledgerSchema, scope: "user" });
    this.#day = new DayCounters(name, limits);
    this.#measures = new Set(limits.flatMap((limit) => measuresOf(limit).map(([measure]) => measure)));
  }

  /** Throws if the host does not report what the limits count. */
  async assertMeasurable({ host }: Context): Promise<void> {
    if (!this.#needsReports() || (await sourceOf(host.name)) !== undefined) return;
    const measures = [...this.#measures].filter(isReported).join(" and ");
    throw new Error(
      `${this.name} cannot count ${measures} here: ${host.name} does not tell hooks about its model calls. Limit toolCalls or minutes instead`,
    );
  }

  /** Counts a model call, if the host reports the tokens of one in this reply. */
  async reply(reply: LlmReply, context: Context): Promise<void> {
    const source = await sourceOf(context.host.name);
    const use = source !== undefined && "reply" in source ? source.reply(reply) : undefined;
    if (use !== undefined) await this.check("report", reply, context, use);
  }

  /** Counts a model call, if the host reports one in this event. */
  async event(event: HookEvent, context: Context): Promise<void> {
    const source = await sourceOf(context.host.name);
    const use = source !== undefined && "event" in source ? source.event(event) : undefined;
    if (use !== undefined) await this.check("report", event, context, use);
  }

  /**
   * Counts what happened, also in the session's files. Returns why the agent must stop, or `undefined`. A tool call that
   * does not fit does not count.
   */
  async check(moment: Moment, call: Source, { store, host }: Context, use?: ModelUse): Promise<string | undefined> {
    const source = await sourceOf(host.name);
    const session = sessionOf(call, source);
    const key = this.#ledger.for(session);
    for (;;) {
      const before = await store.get(key);
      const start = before ?? EMPTY;
      const isNewTurn = moment === "prompt" && (call.sessionId ?? "") === session;
      const prompts = start.prompts + (isNewTurn ? 1 : 0);
      const needsTokens = this.#measures.has("tokens") || this.#measures.has("cost");
      const update = new LedgerUpdate({ ...start, prompts }, call.origin, Date.now(), this.prices, needsTokens);
      update.seen(this.#measures.has("minutes"));
      const hasMore = await this.#readFiles(call, source, update, new CountedReplies(this.name, store, session));
      if (use !== undefined) update.modelCall(use);
      const reason = hasMore ? UNREAD : this.#whyStop(moment, update);
      const counts = moment === "counted-tool" && reason === undefined;
      if (counts) update.toolCall();
      if (!isDeepStrictEqual(before, update.ledger) && !(await store.compareAndSet(key, before, update.ledger))) {
        // Another process of the session counted at the same time. The deadline of the call ends this.
        continue;
      }
      const ofDay = await this.#day.count(store, update.today, counts, (measure) => isStopped(moment, measure));
      return moment === "report" ? undefined : (reason ?? ofDay);
    }
  }

  async #readFiles(
    call: Source,
    source: UsageSource | undefined,
    update: LedgerUpdate,
    replies: CountedReplies,
  ): Promise<boolean> {
    if (!this.#needsReports() || source === undefined || !("files" in source)) return false;
    const { readMarkedLines } = await import("@agent-hook/sdk/internal/usage");
    return readSessionFiles({ files: source.files, readMarkedLines }, call.raw, update, replies);
  }

  #needsReports(): boolean {
    return [...this.#measures].some(isReported);
  }

  #whyStop(moment: Moment, { ledger, ofTurn }: LedgerUpdate): string | undefined {
    const { used, unmeasured, unpriced } = ledger;
    // The user may have added the price since.
    const unknown = unpriced.find((model) => priceOf(model, this.prices) === undefined);
    if (unknown !== undefined && this.#measures.has("cost")) return unpricedReason(unknown);
    const mostUnmeasured = used.modelCalls === 0 ? MAX_UNMEASURED : MAX_UNMEASURED_LATER;
    if (this.#needsReports() && unmeasured > mostUnmeasured) return UNMEASURED;
    for (const limit of this.limits) {
      if (limit.per === "day") continue;
      const amounts = limit.per === "turn" ? ofTurn : used;
      for (const [measure, most] of measuresOf(limit)) {
        if (isStopped(moment, measure) && amounts[measure] >= most)
          return reasonOf(limit, measure, most, amounts[measure]);
      }
    }
    return undefined;
  }
}

/** Whether a measure that is used up stops the agent. If only tool calls are used up, the model can still answer. */
function isStopped(moment: Moment, measure: Measure): boolean {
  return measure !== "toolCalls" || moment === "tool" || moment === "counted-tool";
}

/** The sources are loaded with the first call: most hooks do not need them. */
async function sourceOf(host: string): Promise<UsageSource | undefined> {
  const { USAGE_SOURCES } = await import("@agent-hook/sdk/internal/usage");
  return Object.hasOwn(USAGE_SOURCES, host) ? USAGE_SOURCES[host] : undefined;
}

function sessionOf({ sessionId = "", raw }: Source, source: UsageSource | undefined): string {
  const parent = source !== undefined && "files" in source ? source.files.session?.(raw) : undefined;
  return parent ?? sessionId;
}
