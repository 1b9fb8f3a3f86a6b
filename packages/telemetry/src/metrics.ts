import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import type { Counter, Histogram } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import { AggregationTemporality, MeterProvider, MetricReader, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { metricAttributes } from "./attributes.js";

/** Counts decisions and failures, and measures how long decisions take. */
export class DecisionMetrics {
  readonly #reader: ManualReader;
  readonly #decisions: Counter;
  readonly #failures: Counter;
  readonly #duration: Histogram;

  constructor(resource: Resource) {
    this.#reader = new ManualReader();
    const meter = new MeterProvider({ resource, readers: [this.#reader] }).getMeter("agent-hook");
    this.#decisions = meter.createCounter("agent_hook.decisions", { description: "Decisions of hooks" });
    this.#failures = meter.createCounter("agent_hook.failures", { description: "Decisions in which a hook failed" });
    this.#duration = meter.createHistogram("agent_hook.duration", {
      description: "How long decisions took",
      unit: "s",
      advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
    });
  }

  /** Returns the metrics of only these decisions. */
  async metricsOf(records: readonly DecisionRecord[]): Promise<ResourceMetrics> {
    for (const record of records) {
      const attributes = metricAttributes(record);
      this.#decisions.add(1, attributes);
      this.#duration.record(record.ms / 1000, attributes);
      const { failure } = record;
      if (failure !== undefined) this.#failures.add(1, { ...attributes, "error.type": failure.kind });
    }
    const { resourceMetrics } = await this.#reader.collect();
    return resourceMetrics;
  }
}

/**
 * Collects when it is asked. Delta temporality: the program that sends the metrics runs only while there are decisions,
 * so a sum over its lifetime would mean nothing.
 */
class ManualReader extends MetricReader {
  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.DELTA });
  }
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}
