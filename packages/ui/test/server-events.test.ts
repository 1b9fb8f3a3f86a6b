import { expect, test } from "vitest";
import { eventsIn, type ServerEvent } from "../src/server-events.js";

const TEXT =
  'event: start\ndata: {}\n\n: a comment\n\nevent: decisions\ndata: [{"id":"ü\\n\\n"}]\n\nevent: questions\ndata: {"questions":[]}\n\nevent: cut\ndata: {';

test("events are read, however their bytes arrive", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (const size of [1, 2, 3, 7, 1000]) {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const events: ServerEvent[] = [];
    for await (const event of eventsIn(body)) events.push(event);
    expect(events).toEqual([
      { name: "start", data: {} },
      { name: "decisions", data: [{ id: "ü\n\n" }] },
      { name: "questions", data: { questions: [] } },
    ]);
  }
});
