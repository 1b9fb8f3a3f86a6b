import type { Context, ToolCall } from "@agent-hook/sdk";
import type { Verdict } from "./answer.js";
import { askModel } from "./ask-model.js";
import { describeFailure } from "./failure.js";
import type { JudgeModel, ModelSettings } from "./options.js";
import { promptFor } from "./prompt.js";
import { VerdictCache } from "./verdict-cache.js";

interface ModelJudgeSettings {
  readonly model: JudgeModel | ModelSettings;
  readonly instructions?: string | undefined;
  readonly prompt?: string | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly cache: number;
  readonly onFailure: "deny" | "ask";
}

/** Decides on calls with a model, and remembers the decisions. */
export class ModelJudge {
  readonly #remembered: VerdictCache;

  constructor(private readonly settings: ModelJudgeSettings) {
    this.#remembered = new VerdictCache(settings.cache);
  }

  /** Never rejects: without a valid answer, `onFailure` decides. */
  async decide(call: ToolCall, { log, timeout }: Pick<Context, "log" | "timeout">): Promise<Verdict> {
    const { model, retries, timeoutMs, onFailure } = this.settings;
    const known = this.#remembered.get(call);
    if (known !== undefined) return known;
    try {
      const prompt = promptFor(call, this.settings);
      const verdict = await askModel({ model, prompt, retries, signal: timeout(timeoutMs) });
      this.#remembered.set(call, verdict);
      log.info(`${call.tool}: ${verdict.decision}: ${verdict.reason}`);
      return verdict;
    } catch (error) {
      const why = describeFailure(error, timeoutMs);
      log.error(`no decision: ${why}`);
      return {
        decision: onFailure,
        reason: `The model that judges calls gave no valid answer: ${why}. Tell the user.`,
      };
    }
  }
}
