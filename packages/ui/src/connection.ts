import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { eventsIn, type ServerEvent } from "./server-events.js";

/** `no-key`: the page was reloaded, or its link was used before. Only a new link helps. */
export type ConnectionState = "connecting" | "live" | "lost" | "no-key";

/** What a person decided, and what the agent is told about a denial. */
export type Answer = { readonly answer: "allow" } | { readonly answer: "deny"; readonly reason?: string };

const RETRY_MS = 1000;

/** The connection to the server that sent the page. The key is only in this object: see the server's `keys.ts`. */
export class Connection {
  #key: string | undefined;

  constructor(
    private readonly onState: (state: ConnectionState) => void,
    private readonly onEvent: (event: ServerEvent) => void,
  ) {}

  /** Exchanges the code of the link for a key, and receives events until the page closes. */
  async run(code: string): Promise<void> {
    this.#key = await this.#exchange(code);
    while (this.#key !== undefined) {
      await this.#receive();
      if (this.#key === undefined) break;
      this.onState("lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    this.onState("no-key");
  }

  /** Answers a question. Returns what happened, in a sentence for the user if it was not answered. */
  async answer(id: string, answer: Answer): Promise<string | undefined> {
    const response = await this.#post("/api/answer", { id, ...answer }).catch(() => undefined);
    if (response === undefined) return "The answer did not arrive: agent-hook ui cannot be reached.";
    const { outcome, error } = await response.json();
    if (response.status === 403) return `This page cannot answer: ${error}.`;
    if (outcome === "answered") return undefined;
    if (outcome === "already-answered") return "Somebody else has answered.";
    if (outcome === "expired" || outcome === "unknown") return "Too late: the question has expired.";
    return `The answer could not be stored: ${error}`;
  }

  /** Asks the hook about the call of a decision again. Returns the new decision, or why there is none. */
  async askAgain({ id, time }: DecisionRecord): Promise<DecisionRecord | string> {
    const response = await this.#post("/api/ask-again", { id, time }).catch(() => undefined);
    if (response === undefined) return "agent-hook ui cannot be reached.";
    const { record, error } = await response.json();
    return response.ok ? record : error;
  }

  async #exchange(code: string): Promise<string | undefined> {
    const response = await this.#post("/api/key", { code }).catch(() => undefined);
    return response?.ok ? (await response.json()).key : undefined;
  }

  async #receive(): Promise<void> {
    try {
      const response = await fetch("/api/events", { headers: this.#headers(), cache: "no-store" });
      // Another run of agent-hook ui has the same port.
      if (response.status === 401) this.#key = undefined;
      if (!response.ok || response.body === null) return;
      this.onState("live");
      for await (const event of eventsIn(response.body)) this.onEvent(event);
    } catch {
      // The server has ended, or the machine slept.
    }
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { ...this.#headers(), "content-type": "application/json" };
    return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  #headers(): Record<string, string> {
    return this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` };
  }
}

/** Returns the code in the page's address, and removes it from there. */
export function takeCode(): string {
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return code;
}
