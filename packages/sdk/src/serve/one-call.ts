import { awaitable } from "../runtime/awaitable.js";
import type { CallAnswer, CallService, Service } from "../runtime/session.js";

/** Sends the one answer of a process. */
export interface AnswerWay {
  /** A one-shot host calls: an answer must follow. */
  arm(): void;
  deliver(answer: CallAnswer): void;
}

/** Wraps a call in a service. Its lines are one JSON object, which is answered when the input ends. */
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
