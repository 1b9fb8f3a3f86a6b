import type { Hook } from "@agent-hook/sdk";
import type { CivicMethods } from "@agent-hook/sdk/civic";
import { type Clock, memoryStore, openHook, systemClock } from "@agent-hook/sdk/internal/adapter";
import { type Answer, HookAnswering } from "../../src/adapter/hook-answering.js";

/** A hook that is called without a server. */
export interface CallableHook {
  /** Returns the answer of a method. Throws the error that a client would receive. */
  ask(method: keyof CivicMethods, input: unknown): Promise<Record<string, unknown>>;
  answer(method: keyof CivicMethods, input: unknown): Promise<Answer>;
  /** The lines that the hook logged. */
  readonly log: string[];
  end(): Promise<void>;
}

export async function asking(hook: Hook, clock: Clock = systemClock): Promise<CallableHook> {
  const log: string[] = [];
  const { hook: prepared } = await openHook(hook, {
    env: {},
    store: memoryStore(clock),
    writeError: (text) => log.push(text),
  });
  const answering = new HookAnswering(prepared, clock);
  await answering.start();
  return {
    log,
    answer: (method, input) => answering.answer(method, input),
    async ask(method, input) {
      const answer = await answering.answer(method, input);
      if ("error" in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      // As a client receives it.
      return JSON.parse(JSON.stringify(answer.result));
    },
    end: () => answering.end(0),
  };
}

export function toolCall(name: string, args?: object) {
  return { method: "tools/call", params: { name, ...(args === undefined ? {} : { arguments: args }) } };
}

export function request(name: string, args?: object) {
  return { request: toolCall(name, args), requestExtra: { requestId: 1, sessionId: "s-1" } };
}

export function result(response: object, name = "look") {
  return {
    response,
    originalCallToolRequest: toolCall(name),
    originalRequestExtra: { requestId: 1, sessionId: "s-1" },
  };
}

export function text(...texts: readonly string[]) {
  return { content: texts.map((text) => ({ type: "text", text })) };
}
