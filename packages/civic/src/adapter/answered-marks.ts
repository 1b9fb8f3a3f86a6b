import { randomUUID } from "node:crypto";
import type { CivicToolResult } from "@agent-hook/sdk/civic";

const KEY = "agent-hook/answered";
/** The most marks that are kept. A proxy that never sends results to the hook never uses any. */
const MAX_MARKS = 10_000;

/**
 * Marks the results that the hook answers itself and recognizes them later, because the proxy sends them to the hook
 * too (observed). A mark is valid once, and a tool server cannot guess it.
 */
export class AnsweredMarks {
  readonly #open = new Set<string>();

  put(result: CivicToolResult): CivicToolResult {
    const mark = randomUUID();
    const [oldest] = this.#open;
    if (this.#open.size >= MAX_MARKS && oldest !== undefined) this.#open.delete(oldest);
    this.#open.add(mark);
    return { ...result, _meta: { ...(result._meta as object | undefined), [KEY]: mark } };
  }

  /** Returns a marked result without its mark, or `undefined` if the result does not have a valid mark. */
  take(result: CivicToolResult): CivicToolResult | undefined {
    const { _meta, ...rest } = result;
    const { [KEY]: mark, ...meta } = Object(_meta) as Readonly<Record<string, unknown>>;
    if (typeof mark !== "string" || !this.#open.delete(mark)) return undefined;
    return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
  }
}
