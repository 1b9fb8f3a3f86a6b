import { createHash } from "node:crypto";
import type { ToolCall } from "@agent-hook/sdk";
import type { Verdict } from "./answer.js";

/** Remembers the decisions on the latest calls. It keeps hashes of the calls, because calls may contain secrets. */
export class VerdictCache {
  /** By the hash of a call. The first entry is the one that was not needed for the longest time. */
  readonly #verdicts = new Map<string, Verdict>();

  constructor(private readonly size: number) {}

  get(call: ToolCall): Verdict | undefined {
    const key = keyOf(call);
    const verdict = this.#verdicts.get(key);
    if (verdict !== undefined) this.#put(key, verdict);
    return verdict;
  }

  set(call: ToolCall, verdict: Verdict): void {
    this.#put(keyOf(call), verdict);
    for (const oldest of this.#verdicts.keys()) {
      if (this.#verdicts.size <= this.size) break;
      this.#verdicts.delete(oldest);
    }
  }

  #put(key: string, verdict: Verdict): void {
    this.#verdicts.delete(key);
    this.#verdicts.set(key, verdict);
  }
}

/** A null marks a missing folder: no folder is null. */
function keyOf({ kind, tool, arguments: args, cwd = null }: Omit<ToolCall, "cwd"> & { cwd?: string | null }): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, tool, args, cwd]))
    .digest("base64");
}
