import type { ServerResponse } from "node:http";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { residentReport } from "@agent-hook/sdk/internal/residents";
import { describeResidents } from "../residents/describe.js";
import type { Decisions } from "./decisions.js";
import { type QuestionStore, watchQuestions } from "./watch-questions.js";

/** Bounds one event, so that the page can show the first decisions early. */
const DECISIONS_PER_EVENT = 500;
/** A page that does not read is disconnected when this many bytes wait for it. It connects again and starts anew. */
const MAX_WAITING_BYTES = 64_000_000;
/** Shows both sides that the connection exists. */
const KEEP_ALIVE_MS = 15_000;

const RESIDENTS_MS = 5000;

/** What a page must know first. */
export interface PageStart {
  /** Why the page cannot answer questions. */
  readonly readOnly: string | undefined;
  /** Whether calls can be asked again. */
  readonly asksAgain: boolean;
}

/** Sends the newest decisions, then each new one, the questions, and the processes that stay, as Server-Sent Events. */
export async function streamEvents(
  response: ServerResponse,
  decisions: Decisions,
  questions: QuestionStore,
  about: PageStart,
): Promise<void> {
  const closed = new AbortController();
  const send = (event: string, data: unknown) => {
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const sendDecisions = (records: readonly DecisionRecord[]) => {
    for (let at = 0; at < records.length; at += DECISIONS_PER_EVENT) {
      send("decisions", records.slice(at, at + DECISIONS_PER_EVENT));
    }
  };
  const sendResidents = () => send("residents", describeResidents(residentReport(process.env)));
  const residents = setInterval(sendResidents, RESIDENTS_MS);
  const keepAlive = setInterval(() => response.write(": the connection exists\n\n"), KEEP_ALIVE_MS);
  const stopListening = decisions.listen(sendDecisions);
  response.once("close", () => {
    clearInterval(keepAlive);
    clearInterval(residents);
    stopListening();
    closed.abort();
  });
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  send("start", about);
  sendDecisions(decisions.newest);
  sendResidents();
  for await (const list of watchQuestions(questions, closed.signal)) send("questions", list);
}
