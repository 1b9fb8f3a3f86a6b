import { rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Resident } from "./resident-home.js";

const ALLOWS = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

type Send = (socket: Socket, proof: string) => void;

function respond(body: string, length = Buffer.byteLength(body), status = "200 OK"): Send {
  return (socket) => socket.write(`HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n\r\n${body}`);
}

const withProof =
  (body: (proof: string) => string, more = 0): Send =>
  (socket, proof) =>
    respond(body(proof), Buffer.byteLength(body(proof)) + more)(socket, proof);

const end: Send = (socket) => socket.destroy();

const beforeTheCall: Readonly<Record<string, Send>> = {
  "a refusal": respond("", 0, "409 Conflict"),
  "an answer in a refusal": respond(ALLOWS, undefined, "503 Service Unavailable"),
  "the proof in a refusal": (socket, proof) => respond(proof, undefined, "403 Forbidden")(socket, proof),
  "no HTTP": (socket) => socket.write(ALLOWS),
  "an end": end,
  silence: () => {},
};

/** curl then sends the call. */
const insteadOfTheProof: Readonly<Record<string, Send>> = {
  "another proof": respond("0".repeat(32)),
  "an answer at once": respond(ALLOWS),
  "no text at once": respond(""),
};

const insteadOfAnAnswer: Readonly<Record<string, Send>> = {
  "an answer without the proof": respond(`${ALLOWS}\n.\n`),
  "an answer with another proof": respond(`${"0".repeat(32)} 0\n${ALLOWS}\n.\n`),
  "half an answer": withProof((proof) => `${proof} 0\n${ALLOWS}`),
  "an answer that is cut off": withProof((proof) => `${proof} 0\n${ALLOWS}\n.\n`, 10),
  "an answer that is not an object": withProof((proof) => `${proof} 0\n"allow"\n.\n`),
  "two answers": withProof((proof) => `${proof} 0\n${ALLOWS}\n${ALLOWS}\n.\n`),
  "an answer with a control character": withProof((proof) => `${proof} 0\n{"a":"\u0001"}\n.\n`),
  "exit code 1": withProof((proof) => `${proof} 1\n${ALLOWS}\n.\n`),
  "exit code 2": withProof((proof) => `${proof} 2\n\n.\n`),
  "only the proof": withProof((proof) => `${proof}\n`),
  "no text after the call": respond(""),
  "a refusal of the call": respond("", 0, "409 Conflict"),
  "an end after the call": end,
  "silence after the call": () => {},
};

/** What a stranger can say before the call was read. */
export const BEFORE_THE_CALL: readonly string[] = Object.keys(beforeTheCall);
/** What a process can say instead of a whole answer, once it has the call. */
export const INSTEAD_OF_AN_ANSWER: readonly string[] = Object.keys({ ...insteadOfTheProof, ...insteadOfAnAnswer });

/** Listens where a process of a hook has listened, and has its key file. */
export class Stranger {
  lie = "none";
  readonly pid: number;
  readonly #proof = "a".repeat(32);

  private constructor(private readonly resident: Resident) {
    this.pid = resident.pid;
  }

  static async listen(resident: Resident): Promise<Stranger> {
    const stranger = new Stranger(resident);
    rmSync(resident.socket, { force: true });
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => stranger.#answer(socket, chunk.toString("latin1")));
    });
    await new Promise<void>((listening) => server.listen(resident.socket, listening));
    onTestFinished(() => void server.close());
    stranger.takeKey();
    return stranger;
  }

  /** Its process started at another time than the key says, so that the launcher does not end it. */
  takeKey(): void {
    writeFileSync(this.resident.key, `${this.#proof} ${this.resident.pid} 1\n`);
  }

  #answer(socket: Socket, text: string): void {
    if (text.startsWith("POST /accept")) {
      const accept = withProof((proof) => proof);
      (beforeTheCall[this.lie] ?? insteadOfTheProof[this.lie] ?? accept)(socket, this.#proof);
    } else if (text.includes("0\r\n\r\n")) {
      const none = withProof((proof) => `${proof} 0\n\n.\n`);
      (insteadOfAnAnswer[this.lie] ?? none)(socket, this.#proof);
    }
  }
}
