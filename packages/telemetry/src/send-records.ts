import { setTimeout as wait } from "node:timers/promises";
import type { Exporters } from "./exporters.js";
import type { DecisionMetrics } from "./metrics.js";
import type { SpanFactory } from "./spans.js";
import type { Batch, UnsentRecords } from "./unsent-records.js";

/** In milliseconds. */
export interface Pace {
  /** How often the log is read. */
  readonly pollMs: number;
  /** Without new records for this long, the program ends. The next decision starts it again. */
  readonly idleMs: number;
  /** How long to wait after the receiver did not take a batch; then twice as long, and so on. */
  readonly retryMs: number;
  readonly retries: number;
}

export const PACE: Pace = { pollMs: 500, idleMs: 15_000, retryMs: 1000, retries: 8 };

/** Sends records until no new ones come. Rejects if the receiver does not take a batch; the records stay unsent. */
export async function sendRecords(
  unsent: UnsentRecords,
  factories: { readonly spans: SpanFactory; readonly metrics: DecisionMetrics },
  exporters: Exporters,
  pace: Pace,
): Promise<void> {
  for (let idleMs = 0; idleMs < pace.idleMs; ) {
    const batch = unsent.next();
    if (batch.records.length === 0) {
      unsent.sent(batch);
      await wait(pace.pollMs);
      idleMs += pace.pollMs;
      continue;
    }
    idleMs = 0;
    await sendBatch(batch);
    unsent.sent(batch);
  }

  async function sendBatch({ records }: Batch): Promise<void> {
    const spans = factories.spans.spansOf(records);
    await untilTaken(() => exporters.sendSpans(spans));
    const metrics = await factories.metrics.metricsOf(records);
    await untilTaken(() => exporters.sendMetrics(metrics));
  }

  async function untilTaken(send: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        if (attempt === pace.retries) throw error;
        await wait(pace.retryMs * 2 ** attempt);
      }
    }
  }
}
