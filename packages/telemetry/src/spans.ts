import { createHash } from "node:crypto";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { SpanStatusCode } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import { type ReadableSpan, TracerProvider } from "@opentelemetry/sdk-trace";
import { spanAttributes, spanName } from "./attributes.js";

/** Creates the spans of decisions. Their ids depend only on the decision: a span that is sent twice is the same span. */
export class SpanFactory {
  readonly #ids = { traceId: "", spanId: "" };
  readonly #ended: ReadableSpan[] = [];
  readonly #provider: TracerProvider;

  constructor(resource: Resource) {
    this.#provider = new TracerProvider({
      resource,
      idGenerator: { generateTraceId: () => this.#ids.traceId, generateSpanId: () => this.#ids.spanId },
      spanProcessors: [
        {
          onStart: () => {},
          onEnd: (span) => void this.#ended.push(span),
          forceFlush: async () => {},
          shutdown: async () => {},
        },
      ],
    });
  }

  spansOf(records: readonly DecisionRecord[]): ReadableSpan[] {
    const tracer = this.#provider.getTracer("agent-hook");
    for (const record of records) {
      const { id, time, point, hook, pid, ms, failure } = record;
      this.#ids.traceId = traceId(record);
      this.#ids.spanId = hash(16, id, time, point, hook, pid);
      const start = Date.parse(time);
      const span = tracer.startSpan(spanName(record), {
        startTime: start,
        attributes: spanAttributes(record),
        root: true,
      });
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
      span.end(start + ms);
    }
    return this.#ended.splice(0);
  }
}

/** The decisions of a session are one trace. */
function traceId({ id, time, host, session }: DecisionRecord): string {
  return session === undefined ? hash(32, id, time) : hash(32, host.name, session);
}

function hash(length: number, ...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, length);
}
