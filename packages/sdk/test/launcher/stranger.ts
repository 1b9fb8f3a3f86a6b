import { rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Resident } from "./resident-home.js";

const ALLOWS = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

type Send = (socket: Socket, proof: string) => void;

const say =
  (text: string): Send =>
  (socket) =>
    socket.end(text);

const answerOf =
  (document: string, { code = 0, length = document.length, more = "" } = {}): Send =>
  (socket, proof) =>
    socket.end(`${proof} ${code} 0 ${length}\n${document}${more}`);

const beforeTheCall: Readonly<Record<string, Send>> = {
  "an answer at once": say(ALLOWS),
  "another proof": say(`${"0".repeat(32)}\n`),
  "the start of the proof": (socket, proof) => socket.end(proof.slice(0, -1)),
  "more than the proof": (socket, proof) => socket.end(`${proof}${proof}\n`),
  "an end": (socket) => socket.destroy(),
  silence: () => {},
};

const insteadOfAnAnswer: Readonly<Record<string, Send>> = {
  "an answer without the proof": say(`0 0 ${ALLOWS.length}\n${ALLOWS}`),
  "an answer with another proof": say(`${"0".repeat(32)} 0 0 ${ALLOWS.length}\n${ALLOWS}`),
  "an answer that is cut off": answerOf(ALLOWS, { length: ALLOWS.length + 10 }),
  "an answer with more after it": answerOf(ALLOWS, { more: ALLOWS }),
  "an answer that is not an object": answerOf('"allow"'),
  "an answer with a line break": answerOf(`${ALLOWS}\n${ALLOWS}`),
  "an answer with a control character": answerOf('{"a":"\u0001"}'),
  "exit code 1": answerOf(ALLOWS, { code: 1 }),
  "exit code 2": answerOf("", { code: 2 }),
  "only the proof": (socket, proof) => socket.end(`${proof}\n`),
  "an end after the call": (socket) => socket.destroy(),
  "silence after the call": () => {},
};

/** What a stranger can say before the call was read. */
export const BEFORE_THE_CALL: readonly string[] = Object.keys(beforeTheCall);
/** What a process can say instead of a whole answer, once it has the call. */
export const INSTEAD_OF_AN_ANSWER: readonly string[] = Object.keys(insteadOfAnAnswer);

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
    if (/^\d+ \S+ PreToolUse /.test(text)) {
      const accept: Send = (_, proof) => socket.write(`${proof}\n`);
      (beforeTheCall[this.lie] ?? accept)(socket, this.#proof);
    } else if (text.endsWith("}")) {
      (insteadOfAnAnswer[this.lie] ?? answerOf(""))(socket, this.#proof);
    }
  }
}
