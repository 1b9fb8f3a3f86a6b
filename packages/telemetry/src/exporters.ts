import { ExportResultCode } from "@opentelemetry/core";
import type { PushMetricExporter, ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/** Sends spans and metrics. Both reject if the receiver did not take them. */
export interface Exporters {
  sendSpans(spans: ReadableSpan[]): Promise<void>;
  sendMetrics(metrics: ResourceMetrics): Promise<void>;
}

/** An environment with which nothing can be sent. The message says what to change. */
class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/**
 * Creates the exporters that the variables of OpenTelemetry describe: `OTEL_EXPORTER_OTLP_ENDPOINT`, `..._HEADERS`,
 * `..._PROTOCOL` and so on, and those for only traces or metrics. `OTEL_TRACES_EXPORTER=none` or
 * `OTEL_METRICS_EXPORTER=none` turns one of the two off. Throws a `ProtocolError` for gRPC.
 */
export async function createExporters(env: NodeJS.ProcessEnv): Promise<Exporters> {
  const spans = env.OTEL_TRACES_EXPORTER === "none" ? undefined : await spanExporter(protocol(env, "TRACES"));
  const metrics = env.OTEL_METRICS_EXPORTER === "none" ? undefined : await metricExporter(protocol(env, "METRICS"));
  return {
    sendSpans: (batch) => send<ReadableSpan[]>(spans, batch),
    sendMetrics: (batch) => send<ResourceMetrics>(metrics, batch),
  };
}

type Protocol = "http/json" | "http/protobuf";

function protocol(env: NodeJS.ProcessEnv, signal: "TRACES" | "METRICS"): Protocol {
  const name = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const value = env[name] || env.OTEL_EXPORTER_OTLP_PROTOCOL || "http/protobuf";
  if (value === "http/json" || value === "http/protobuf") return value;
  throw new ProtocolError(
    `${name} or OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json; use the receiver's HTTP port, usually 4318`,
  );
}

async function spanExporter(protocol: Protocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter();
}

async function metricExporter(protocol: Protocol): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
}

interface Exporter<T> {
  export(batch: T, done: (result: { code: ExportResultCode; error?: Error }) => void): void;
}

function send<T>(exporter: Exporter<T> | undefined, batch: T): Promise<void> {
  return new Promise((resolve, reject) => {
    if (exporter === undefined) return resolve();
    exporter.export(batch, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) resolve();
      else reject(error ?? new Error("the receiver did not take the batch"));
    });
  });
}
