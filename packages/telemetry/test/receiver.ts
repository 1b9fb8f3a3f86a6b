import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number; readonly message?: string };
}
interface DataPoint {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly count?: number;
}
interface Metric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly DataPoint[] };
  readonly histogram?: { readonly dataPoints: readonly DataPoint[] };
}

/** An OpenTelemetry receiver for OTLP over HTTP with JSON. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly metrics: Metric[];
  /** The attributes of the resource that sent the last metrics. */
  resource: Readonly<Record<string, unknown>>;
  /** How many of the next requests are answered with 503. */
  failures: number;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (receiver.failures > 0) {
        receiver.failures--;
        response.writeHead(503).end();
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of body.resourceSpans ?? []) {
        for (const { spans } of scopeSpans) receiver.spans.push(...spans);
      }
      for (const { resource, scopeMetrics } of body.resourceMetrics ?? []) {
        receiver.resource = attributesOf(resource);
        for (const { metrics } of scopeMetrics) receiver.metrics.push(...metrics);
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    metrics: [],
    resource: {},
    failures: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
  return receiver;
}

/** Returns the attributes as an object. */
export function attributesOf({ attributes }: { readonly attributes: readonly Attribute[] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
