import { appendFileSync, mkdirSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Assets } from "../../src/ui/assets.js";
import { type UiOptions, UiServer } from "../../src/ui/server.js";
import { folder } from "../config-folder.js";
import { FakeQuestions } from "./fake-questions.js";

export interface StartOptions {
  readonly questions?: FakeQuestions;
  readonly assets?: Assets;
  readonly whyNoAnswer?: UiOptions["whyNoAnswer"];
  readonly askAgain?: UiOptions["askAgain"];
}

const ASSETS: Assets = new Map([["/", { type: "text/html; charset=utf-8", content: Buffer.from("the page") }]]);

/** Starts the server on a log in a folder of its own. */
export async function startUi({
  questions = new FakeQuestions(),
  assets = ASSETS,
  whyNoAnswer = () => undefined,
  askAgain,
}: StartOptions = {}) {
  const log = join(folder(), "decisions");
  mkdirSync(log);
  const links: string[] = [];
  const onOpen = () => links.push(ui.link);
  const options = { folder: log, questions, assets, port: 0, whyNoAnswer, onOpen };
  const ui: UiServer = await UiServer.start({ ...options, ...(askAgain && { askAgain }) });
  onTestFinished(() => ui.close());
  const file = (number: number) => join(log, `decisions-${String(number).padStart(6, "0")}.jsonl`);
  /** Appends records to a file of the log. */
  const append = (number: number, ...records: readonly object[]) =>
    appendFileSync(file(number), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return { ui, log, file, append, questions, links, origin: `http://127.0.0.1:${ui.port}` };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with any headers, as `fetch` would not. */
export function send(
  port: number,
  { method = "GET", path = "/", headers = {}, body }: HttpRequest,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    sent.on("error", reject).end(body);
  });
}

/** Exchanges the code of the current link for a key. Returns the headers of a request of the page. */
export async function openPage(ui: UiServer): Promise<Record<string, string>> {
  const origin = `http://127.0.0.1:${ui.port}`;
  const { body } = await send(ui.port, {
    method: "POST",
    path: "/api/key",
    headers: { origin },
    body: JSON.stringify({ code: ui.link.split("#")[1] }),
  });
  return { origin, authorization: `Bearer ${JSON.parse(body).key}` };
}
