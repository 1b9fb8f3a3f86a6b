import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** The answer to a call, as a process that was started for the call would give it. */
export interface ResidentAnswer {
  readonly code: number;
  /** Lines from `printedLines`. */
  readonly printed: string;
  /** The document for the host, on one line, or `""`. */
  readonly document: string;
}

export interface ResidentCalls {
  /** Proves to the launcher that this process answers. */
  readonly proof: string;
  /** Returns whether a call of this process with this environment may be answered. */
  accepts(callerPid: number, environment: Buffer): boolean;
  answer(event: string, callerPid: number, body: Buffer): Promise<ResidentAnswer>;
  /** Called when a call was accepted, and when it has ended in any way. */
  started(): void;
  ended(): void;
}

/**
 * Answers launchers over a Unix socket. A connection has two requests: `/accept/PID` with the caller's environment, and, if
 * it was accepted, `/call/EVENT` with the host's call.
 */
export async function listenForLaunchers(path: string, calls: ResidentCalls): Promise<Server> {
  // Not imported at the top: Node cannot put it into a snapshot.
  const { createServer } = await import("node:http");
  const accepted = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    void reply(request, response).catch(() => request.socket.destroy());
  });
  // The host may write its call slowly.
  server.requestTimeout = 0;

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, url = "" } = request;
    const [, what, argument = ""] = url.split("/");
    const body = await buffer(request);
    const callerPid = accepted.get(socket);
    if (what === "accept" && callerPid === undefined && calls.accepts(Number(argument), body)) {
      accepted.set(socket, Number(argument));
      calls.started();
      socket.once("close", () => calls.ended());
      return send(response, 200, calls.proof);
    }
    if (what !== "call" || callerPid === undefined) return send(response, 409, "");
    const { code, printed, document } = await calls.answer(argument, callerPid, body);
    send(response, 200, `${calls.proof} ${code}\n${printed}${document}\n.\n`, "close");
  }

  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(path, listening);
  });
  // Such as no free descriptor: the launcher then starts the hook.
  server.on("error", () => {});
  return server;
}

function send(response: ServerResponse, status: number, text: string, connection = "keep-alive"): void {
  response.writeHead(status, { "content-length": Buffer.byteLength(text), connection });
  response.end(text);
}
