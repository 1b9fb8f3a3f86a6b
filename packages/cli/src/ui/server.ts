import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Question } from "@agent-hook/sdk/internal/questions";
import type { AskAgain } from "../ask-again/ask-again.js";
import { messageOf } from "../files/read-file.js";
import { SECURITY_HEADERS, whyRefused } from "./access.js";
import type { Assets } from "./assets.js";
import { Decisions } from "./decisions.js";
import { Keys } from "./keys.js";
import { readJson } from "./read-json.js";
import { streamEvents } from "./stream.js";
import type { QuestionStore } from "./watch-questions.js";

export interface UiOptions {
  /** The folder of the decision log. */
  readonly folder: string;
  readonly questions: QuestionStore;
  /** The files of the page. */
  readonly assets: Assets;
  /** 0: any free port. */
  readonly port: number;
  /**
   * Returns why no question may be answered here, or not a certain one. `undefined`: a person may be at the page, because
   * a person started the server.
   */
  readonly whyNoAnswer: (question?: Question) => string | undefined;
  /** Makes the call of a decision again, if the user named a hook for that. */
  readonly askAgain?: AskAgain;
  /** Called when a link was used. It works only once: `link` then returns the next one. */
  readonly onOpen: () => void;
}

/** The server of the page. It is only reachable from this machine. */
export class UiServer {
  readonly #keys = new Keys();
  readonly #decisions: Decisions;
  readonly #server: Server;

  private constructor(private readonly options: UiOptions) {
    this.#decisions = new Decisions(options.folder);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** Resolves when the server listens. Rejects if the port is in use. */
  static async start(options: UiOptions): Promise<UiServer> {
    const ui = new UiServer(options);
    try {
      await new Promise<void>((resolve, reject) => {
        ui.#server.once("error", reject);
        ui.#server.listen(options.port, "127.0.0.1", resolve);
      });
    } catch (error) {
      await ui.close();
      throw error;
    }
    return ui;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address that opens the page once. The code is in the fragment, which a browser does not send. */
  get link(): string {
    return `http://127.0.0.1:${this.port}/#${this.#keys.code}`;
  }

  async close(): Promise<void> {
    this.#decisions.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    const refusal = whyRefused(request, this.port);
    if (refusal !== undefined) return sendJson(response, 403, { error: refusal });
    const { method, url = "/" } = request;
    const asset = this.options.assets.get(url);
    if (asset !== undefined && method === "GET") {
      response.writeHead(200, { "content-type": asset.type });
      response.end(asset.content);
      return;
    }
    const route = `${method} ${url}`;
    if (route === "POST /api/key") return this.#exchange(request, response);
    if (!this.#keys.accepts(request.headers.authorization)) {
      return sendJson(response, 401, { error: "expected a key: open the last link that agent-hook ui printed" });
    }
    if (route === "GET /api/events") {
      const { questions, whyNoAnswer, askAgain } = this.options;
      const about = { readOnly: whyNoAnswer(), asksAgain: askAgain !== undefined };
      return streamEvents(response, this.#decisions, questions, about);
    }
    if (route === "POST /api/answer") return this.#answerQuestion(request, response);
    if (route === "POST /api/ask-again") return this.#askAgain(request, response);
    sendJson(response, 404, { error: "unknown path" });
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { code } = await readJson(request);
    const key = typeof code === "string" ? this.#keys.exchange(code) : undefined;
    if (key === undefined) return sendJson(response, 401, { error: "this link was already used" });
    sendJson(response, 200, { key });
    this.options.onOpen();
  }

  async #answerQuestion(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { questions, whyNoAnswer } = this.options;
    const { id, answer, reason } = await readJson(request);
    if (typeof id !== "string" || (answer !== "allow" && answer !== "deny")) {
      return sendJson(response, 400, { error: "expected an id, and the answer allow or deny" });
    }
    if (reason !== undefined && (typeof reason !== "string" || answer === "allow")) {
      return sendJson(response, 400, { error: "expected a reason as text, and only for the answer deny" });
    }
    try {
      const refusal = whyNoAnswer(await questions.get(id));
      if (refusal !== undefined) return sendJson(response, 403, { error: refusal });
      sendJson(response, 200, { outcome: await questions.answer(id, answer, "page", reason) });
    } catch (error) {
      sendJson(response, 500, { error: messageOf(error) });
    }
  }

  async #askAgain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { askAgain } = this.options;
    const { id, time } = await readJson(request);
    const record = this.#decisions.find(id, time);
    if (askAgain === undefined) return sendJson(response, 404, { error: "agent-hook ui was started without a hook" });
    if (record === undefined) return sendJson(response, 404, { error: "this decision is no longer in the log" });
    try {
      sendJson(response, 200, { record: await askAgain(record) });
    } catch (error) {
      sendJson(response, 500, { error: messageOf(error) });
    }
  }
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}
