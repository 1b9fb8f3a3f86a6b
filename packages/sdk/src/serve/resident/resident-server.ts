import type { Server, Socket } from "node:net";
import { FrameReader } from "./frame-reader.js";

/** The answer to a call, as a process that was started for the call would give it. */
export interface ResidentAnswer {
  readonly code: number;
  /** What the call printed to stdout or stderr. */
  readonly printed: Buffer;
  /** The document for the host, on one line, or `""`. */
  readonly document: string;
}

export interface ResidentCalls {
  /** Proves to the launcher that this process answers. */
  readonly proof: string;
  /**
   * Returns why a call of this process with this environment is not answered, as one word, or `undefined`. `namespace`:
   * where the process id counts, as in `/proc/self/ns/pid`.
   */
  whyNot(callerPid: number, namespace: string, environment: Buffer): string | undefined;
  answer(event: string, callerPid: number, body: Buffer): Promise<ResidentAnswer>;
  /** Called when a call was accepted, and when it has ended in any way. */
  started(environment: Buffer): void;
  ended(): void;
}

/**
 * Answers launchers over a Unix socket, one on each connection. The launcher's program, ask.pl, sends
 * `PID NAMESPACE EVENT LENGTH` and the caller's environment. If the call is accepted, the answer is the proof, and the
 * launcher sends `LENGTH` and the host's call. The answer is `PROOF CODE LENGTH LENGTH`, what was printed and the document.
 * If it is not accepted, the answer is a word that tells why.
 */
export async function listenForLaunchers(path: string, calls: ResidentCalls): Promise<Server> {
  // Not imported at the top: Node cannot put it into a snapshot.
  const { createServer } = await import("node:net");
  const turns = new Turns();
  const server = createServer((socket) => serveLauncher(socket, calls, turns));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(path, listening);
  });
  // Such as no free descriptor: the launcher then starts the hook.
  server.on("error", () => {});
  return server;
}

/**
 * Accepts one call after the other. A handler that loops then fails its own call only: those that wait were not accepted,
 * and their launchers start the hook.
 */
class Turns {
  readonly #waiting: (() => boolean)[] = [];
  #isTaken = false;

  /** `begin` returns whether it takes its turn, which then lasts until `end`. */
  wait(begin: () => boolean): void {
    this.#waiting.push(begin);
    this.#next();
  }

  end(): void {
    this.#isTaken = false;
    this.#next();
  }

  #next(): void {
    while (!this.#isTaken) {
      const begin = this.#waiting.shift();
      if (begin === undefined) return;
      this.#isTaken = begin();
    }
  }
}

function serveLauncher(socket: Socket, calls: ResidentCalls, turns: Turns): void {
  const { proof } = calls;
  const frames = new FrameReader();
  let caller: { readonly pid: number; readonly event: string } | undefined;

  function ask([pid, namespace, event]: readonly string[], environment: Buffer): void {
    if (namespace === undefined || event === undefined) return void socket.destroy();
    caller = { pid: Number(pid), event };
    turns.wait(() => accept(Number(pid), namespace, environment));
  }

  function accept(pid: number, namespace: string, environment: Buffer): boolean {
    // The launcher did not wait any longer.
    if (socket.destroyed || socket.readableEnded) return false;
    const why = calls.whyNot(pid, namespace, environment);
    if (why !== undefined) {
      socket.end(`${why}\n`);
      return false;
    }
    calls.started(environment);
    isAccepted = true;
    socket.once("close", () => {
      calls.ended();
      turns.end();
    });
    socket.write(`${proof}\n`);
    return true;
  }

  async function answer(event: string, callerPid: number, body: Buffer): Promise<void> {
    const { code, printed, document } = await calls.answer(event, callerPid, body);
    socket.write(`${proof} ${code} ${printed.length} ${Buffer.byteLength(document)}\n`);
    socket.write(printed);
    socket.end(document);
  }

  let isAccepted = false;
  socket.on("data", (chunk) => {
    const frame = frames.push(chunk);
    if (frame === undefined) return;
    if (caller === undefined) ask(frame.words, frame.body);
    else if (isAccepted) answer(caller.event, caller.pid, frame.body).catch(() => socket.destroy());
    else socket.destroy();
  });
  // The launcher was killed.
  socket.on("error", () => {});
}
