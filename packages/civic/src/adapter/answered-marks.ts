import { randomUUID } from "node:crypto";
import type { CivicToolResult } from "@agent-hook/sdk";

const KEY = "agent-hook/answered";
/** Answers on their way; a proxy that never asks about results leaves them. */
const MOST = 10_000;

/**
 * Knows again what the hook itself answered: the proxy asks whoever answers a call about that result, too (run). The mark
 * holds once, and a server of tools cannot guess it.
 */
export class AnsweredMarks {
  readonly #open = new Set<string>();

  put(result: CivicToolResult): CivicToolResult {
    const mark = randomUUID();
    const [oldest] = this.#open;
    if (this.#open.size >= MOST && oldest !== undefined) this.#open.delete(oldest);
    this.#open.add(mark);
    return { ...result, _meta: { ...(result._meta as object | undefined), [KEY]: mark } };
  }

  /** The result without its mark; nothing if it has none of ours. */
  take(result: CivicToolResult): CivicToolResult | undefined {
    const { _meta, ...rest } = result;
    const { [KEY]: mark, ...meta } = Object(_meta) as Readonly<Record<string, unknown>>;
    if (typeof mark !== "string" || !this.#open.delete(mark)) return undefined;
    return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
  }
}
