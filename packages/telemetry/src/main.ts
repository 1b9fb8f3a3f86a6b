// Sends the decision log to an OpenTelemetry receiver while hooks make decisions. A hook starts this program in the
// background, with the log's folder and the time of the hook's first decision as arguments. Tests also pass how long to
// wait for new decisions. Only one of these programs runs per folder.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { lock } from "proper-lockfile";
import { createExporters } from "./exporters.js";
import { DecisionMetrics } from "./metrics.js";
import { PACE, sendRecords } from "./send-records.js";
import { SpanFactory } from "./spans.js";
import { UnsentRecords } from "./unsent-records.js";

const [folder = "", since = "0", idleMs = String(PACE.idleMs)] = process.argv.slice(2);
const pace = { ...PACE, idleMs: Number(idleMs) };
const problemFile = join(folder, "telemetry-problem.txt");

/** Returns a function that releases the lock, or `undefined` if another process of this program has it. */
async function lockFolder(): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lock(folder, { lockfilePath: join(folder, "telemetry.lock") });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOCKED") return undefined;
    throw error;
  }
}

async function main(): Promise<void> {
  const unsent = () => new UnsentRecords(folder, join(folder, "telemetry.json"), Number(since));
  const exporters = await createExporters(process.env);
  const named = resourceFromAttributes({ "service.name": "agent-hook" });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const factories = { spans: new SpanFactory(resource), metrics: new DecisionMetrics(resource) };
  // A hook that wrote its record just before the lock was released has not started another process.
  do {
    const release = await lockFolder();
    if (release === undefined) return;
    try {
      await sendRecords(unsent(), factories, exporters, pace);
    } finally {
      await release();
    }
  } while (unsent().next().records.length > 0);
}

try {
  await main();
  rmSync(problemFile, { force: true });
} catch (error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`agent-hook-telemetry: ${text}\n`);
  // A hook starts this program without a terminal.
  writeFileSync(problemFile, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  process.exitCode = 1;
}
