import type { ServerContext } from "@modelcontextprotocol/server";
import type { Log } from "../../hook/context.js";

/** Reports the progress of one call, if the client requested it. */
export class CallProgress {
  #last = Number.NEGATIVE_INFINITY;
  #open = true;

  constructor(
    private readonly request: ServerContext["mcpReq"],
    private readonly log: Log,
  ) {}

  readonly send = (done: number, total?: number, message?: string): void => {
    const progressToken = this.request._meta?.progressToken;
    if (progressToken === undefined || !this.#open) return;
    // MCP requires increasing numbers. A client may end a call because of an invalid one.
    if (!Number.isFinite(done) || done <= this.#last) {
      this.log.debug(`dropped progress ${done}: expected a number above ${this.#last}`);
      return;
    }
    this.#last = done;
    const params = {
      progressToken,
      progress: done,
      ...(Number.isFinite(total) ? { total } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
    const failed = (error: unknown) => this.log.debug("progress could not be reported", error);
    this.request.notify({ method: "notifications/progress", params }).catch(failed);
  };

  /** Stops reporting: the call is answered, and the client no longer knows its token. */
  close(): void {
    this.#open = false;
  }
}
