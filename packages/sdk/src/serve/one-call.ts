import { awaitable } from "../runtime/awaitable.js";
import type { CallAnswer, CallService, Service } from "../runtime/session.js";

/** The way of the one answer of a process. */
export interface AnswerWay {
  /** A call came: an answer must follow. */
  arm(): void;
  deliver(answer: CallAnswer): void;
}

/** A call as a service: its lines are one JSON object, answered when the host says no more. */
export function oneCall(call: CallService, way: AnswerWay): Service {
  const heard: string[] = [];
  let answered: Promise<void> | undefined;
  const answer = async () => way.deliver(await awaitable(call.answer(heard.join("\n"))));
  return {
    receive(lines) {
      heard.push(...lines);
    },
    inputEnded() {
      answered ??= answer();
      return answered;
    },
    async end(graceMs) {
      await call.end(graceMs);
      await answered;
    },
  };
}
