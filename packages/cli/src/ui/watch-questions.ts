import { setTimeout as sleep } from "node:timers/promises";
import type { Question, Questions } from "@agent-hook/sdk/internal/questions";
import { messageOf } from "../files/read-file.js";

const POLL_MS = 500;

/** What the page needs of the questions. */
export type QuestionStore = Pick<Questions, "list" | "get" | "answer">;

/** What the page knows about the questions. */
export interface QuestionList {
  readonly questions: readonly Question[];
  /** Why the questions cannot be read. */
  readonly problem?: string;
}

/**
 * Yields the questions now, and again whenever they change, until the signal is aborted. A store that cannot be read is
 * tried again: the page shows meanwhile that questions may be missing.
 */
export async function* watchQuestions(store: QuestionStore, signal: AbortSignal): AsyncGenerator<QuestionList> {
  let last = "";
  while (!signal.aborted) {
    const list = await read(store);
    const text = JSON.stringify(list);
    if (text !== last) yield list;
    last = text;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

async function read(store: QuestionStore): Promise<QuestionList> {
  try {
    return { questions: await store.list() };
  } catch (error) {
    return { questions: [], problem: messageOf(error) };
  }
}
