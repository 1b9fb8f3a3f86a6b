import {
  foldAnswerKeys,
  type JsonObject,
  type MethodName,
  type MethodSpec,
  methods,
} from "@agent-hook/sdk/internal/picoclaw";
import { describeIssues, objectIn } from "@agent-hook/sdk/internal/text";
import { answerFault } from "../rules/answer-fault.js";

/** One line of a wire. */
export interface TraceEntry {
  readonly hook: string;
  readonly from: "host" | "hook";
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly line: string;
  /** The method of the event, or of the call that this line makes or answers. */
  readonly method?: string;
  /** Time from the call to this answer. */
  readonly durationMs?: number;
  /** `ok`, or what is wrong with the line. */
  readonly verdict: string;
}

type LineInfo = Pick<TraceEntry, "method" | "durationMs" | "verdict">;

/** Analyses the lines of one process or mounted hook as they pass. */
export class WireTrace {
  readonly openCalls = new Map<unknown, { readonly method: string; readonly at: number }>();

  #firstId: number | undefined;

  constructor(private readonly hook: string) {}

  entry(from: "host" | "hook", line: string): TraceEntry {
    const message = objectIn(line);
    const info: LineInfo = message === undefined ? { verdict: "not a message" } : this.#read(from, message);
    return { hook: this.hook, from, at: new Date().toISOString(), line, ...info };
  }

  #read(from: "host" | "hook", { id, method, result, error }: JsonObject): LineInfo {
    if (from === "host") {
      if (typeof id === "number") this.#firstId = Math.min(this.#firstId ?? id, id);
      if (id !== undefined) this.openCalls.set(id, { method: String(method), at: performance.now() });
      return { method: String(method), verdict: "ok" };
    }
    const call = this.openCalls.get(id);
    if (call === undefined) return { verdict: this.#isOlder(id) ? OLDER : "does not answer any call" };
    this.openCalls.delete(id);
    const durationMs = performance.now() - call.at;
    return { method: call.method, durationMs, verdict: verdictFor(call.method, result, error) };
  }

  #isOlder(id: unknown): boolean {
    return typeof id === "number" && (this.#firstId === undefined || id < this.#firstId);
  }
}

/** A trace may begin while calls are running. Their ids are lower than the first id in the trace. */
const OLDER = "answers a call from before this trace";

function verdictFor(method: string, answer: unknown, error: unknown): string {
  if (error !== undefined) return "an error";
  const result = foldAnswerKeys(answer);
  const spec: MethodSpec | undefined = methods[method as MethodName];
  const checked = spec?.result?.safeParse(result);
  if (checked !== undefined && !checked.success) return describeIssues(checked.error.issues, result);
  return answerFault(method as MethodName, result) ?? "ok";
}
