import { Questions } from "@agent-hook/sdk/internal/questions";

/** What the page needs of the questions. */
export type QuestionStore = Pick<Questions, "list" | "get" | "answer">;

/**
 * Opens the store when it is first needed, and again after a failure: the page also starts if Redis is down, and has the
 * questions as soon as it is up.
 */
export class StoredQuestions implements QuestionStore {
  #questions: Promise<Questions> | undefined;

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  list: QuestionStore["list"] = async () => (await this.#open()).list();

  get: QuestionStore["get"] = async (id) => (await this.#open()).get(id);

  answer: QuestionStore["answer"] = async (...args) => (await this.#open()).answer(...args);

  #open(): Promise<Questions> {
    this.#questions ??= Questions.open(this.env).catch((error) => {
      this.#questions = undefined;
      throw error;
    });
    return this.#questions;
  }
}
