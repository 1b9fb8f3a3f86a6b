import { randomUUID } from "node:crypto";
import type { CivicToolResult } from "@agent-hook/sdk/civic";

const KEY = "agent-hook/answered";
/** Limit of pending marks, because a proxy that never asks about results never removes any. */
const MOST_MARKS = 10_000;

/**
 * Recognises results that the hook itself answered, because the proxy asks the hook about those too (observed). A mark
 * is valid once, and a tool server cannot guess it.
 */
export class AnsweredMarks {
  readonly #open = new Set<string>();

  put(result: CivicToolResult): CivicToolResult {
    const mark = randomUUID();
    const [oldest] = this.#open;
    if (this.#open.size >= MOST_MARKS && oldest !== undefined) this.#open.delete(oldest);
    this.#open.add(mark);
    return { ...result, _meta: { ...(result._meta as object | undefined), [KEY]: mark } };
  }

  /** Removes the mark of this server from a result. Returns `undefined` if it has no such mark. */
  take(result: CivicToolResult): CivicToolResult | undefined {
    const { _meta, ...rest } = result;
    const { [KEY]: mark, ...meta } = Object(_meta) as Readonly<Record<string, unknown>>;
    if (typeof mark !== "string" || !this.#open.delete(mark)) return undefined;
    return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
  }
}
