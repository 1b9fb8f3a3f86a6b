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
   * Returns whether a call of this process with this environment may be answered. `namespace`: where the process id counts,
   * as in `/proc/self/ns/pid`.
   */
  accepts(callerPid: number, namespace: string, environment: Buffer): boolean;
  answer(event: string, callerPid: number, body: Buffer): Promise<ResidentAnswer>;
  /** Called when a call was accepted, and when it has ended in any way. */
  started(): void;
  ended(): void;
}

/**
 * Answers launchers over a Unix socket, one on each connection. The launcher's program, ask.pl, sends
 * `PID NAMESPACE EVENT LENGTH` and the caller's environment. If the call is accepted, the answer is the proof, and the
 * launcher sends `LENGTH` and the host's call. The answer is `PROOF CODE LENGTH LENGTH`, what was printed and the document.
 */
export async function listenForLaunchers(path: string, calls: ResidentCalls): Promise<Server> {
  // Not imported at the top: Node cannot put it into a snapshot.
  const { createServer } = await import("node:net");
  const server = createServer((socket) => serveLauncher(socket, calls));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(path, listening);
  });
  // Such as no free descriptor: the launcher then starts the hook.
  server.on("error", () => {});
  return server;
}

function serveLauncher(socket: Socket, calls: ResidentCalls): void {
  const { proof } = calls;
  const frames = new FrameReader();
  let caller: { readonly pid: number; readonly event: string } | undefined;

  function accept([pid, namespace, event]: readonly string[], environment: Buffer): void {
    const callerPid = Number(pid);
    if (namespace === undefined || event === undefined) return void socket.destroy();
    if (!calls.accepts(callerPid, namespace, environment)) return void socket.destroy();
    caller = { pid: callerPid, event };
    calls.started();
    socket.once("close", () => calls.ended());
    socket.write(`${proof}\n`);
  }

  async function answer(event: string, callerPid: number, body: Buffer): Promise<void> {
    const { code, printed, document } = await calls.answer(event, callerPid, body);
    socket.write(`${proof} ${code} ${printed.length} ${Buffer.byteLength(document)}\n`);
    socket.write(printed);
    socket.end(document);
  }

  socket.on("data", (chunk) => {
    const frame = frames.push(chunk);
    if (frame === undefined) return;
    if (caller === undefined) accept(frame.words, frame.body);
    else answer(caller.event, caller.pid, frame.body).catch(() => socket.destroy());
  });
  // The launcher was killed.
  socket.on("error", () => {});
}
