import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { type StoreKey, storeKey } from "../hook/store.js";
import { systemClock } from "../runtime/clock.js";
import { configuredStore, type StoreSource } from "../store/source.js";
import { StoreOperations } from "../store/store-operations.js";
import { type AnswerResult, type NewQuestion, type Question, questionSchema } from "./question.js";

/** No letters and digits that look alike. */
const ID_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const ID_LENGTH = 8;

/** An agent that asks in a loop must not fill the store, or bury a question among others. */
const MAX_QUESTIONS = 200;
/** A question is kept this long after it expired, so that a late answer can be told that it is too late. */
const KEPT_MS = 60 * 60 * 1000;

const indexEntry = z.object({ id: z.string(), digest: z.string(), endsAt: z.number() });
type IndexEntry = z.infer<typeof indexEntry>;

/** Where questions are. Several hooks and users can share a store: each sees the questions of all. */
const INDEX = storeKey("questions", { value: z.array(indexEntry), scope: "fleet" });
const OWNER = "agent-hook";

/** The time that a question is open, and until when the hook waits for its answer. */
export interface QuestionTimes {
  /** In milliseconds. */
  readonly expiresMs: number;
  /** In milliseconds since 1970. */
  readonly waitsUntil: number;
}

/** The questions to a person, in the store that `AGENT_HOOK_STORE` names. Operations reject with a `StoreError`. */
export class Questions {
  readonly #store: StoreOperations;

  /** `now`: the time that all processes share, in milliseconds since 1970. */
  constructor(
    private readonly source: StoreSource,
    private readonly now: () => number = Date.now,
    signal: AbortSignal = new AbortController().signal,
  ) {
    this.#store = new StoreOperations({ hook: OWNER, source, call: undefined, limit: { signal } });
  }

  /** The first operation opens the store. If that fails, the next one tries again. */
  static open(env: NodeJS.ProcessEnv = process.env): Questions {
    return new Questions(configuredStore(env, systemClock));
  }

  /** Open and answered questions that have not expired, oldest first. */
  async list(): Promise<Question[]> {
    const entries = this.#valid(await this.#store.get(INDEX));
    const questions = await Promise.all(entries.map(({ id }) => this.#read(id)));
    return questions.filter((question) => question !== undefined);
  }

  /** The question with an id, also for an hour after it expired. */
  get(id: string): Promise<Question | undefined> {
    return this.#read(id);
  }

  /**
   * Answers a question. Only the first answer counts. `by`: `terminal` or `page`. `reason`: what the agent is told about
   * a denial.
   */
  async answer(id: string, answer: "allow" | "deny", by: string, reason?: string): Promise<AnswerResult> {
    for (;;) {
      const question = await this.#read(id);
      if (question === undefined) return "unknown";
      if (question.state !== "open") return "already-answered";
      if (Date.parse(question.expiresAt) <= this.now()) return "expired";
      const answered: Question = {
        ...question,
        state: answer === "allow" ? "allowed" : "denied",
        answeredAt: new Date(this.now()).toISOString(),
        answeredBy: by,
        ...(reason === undefined ? {} : { answerReason: reason }),
      };
      if (await this.#replace(question, answered)) return "answered";
    }
  }

  /**
   * Returns the question about a call: the one that is valid and not used yet, or a new one. Notes how long a process
   * waits for its answer. Resolves to `undefined` if too many questions are open.
   */
  async ask(
    asked: NewQuestion,
    times: QuestionTimes,
  ): Promise<{ readonly question: Question; readonly isNew: boolean } | undefined> {
    for (;;) {
      const index = await this.#store.get(INDEX);
      const entries = this.#valid(index);
      const known = await this.#known(entries, asked.digest);
      if (known !== undefined) {
        const extended = await this.#waitingFor(known, times.waitsUntil);
        if (extended !== undefined) return { question: extended, isNew: false };
        continue;
      }
      // Used questions about the same call are not listed twice.
      const others = entries.filter(({ digest }) => digest !== asked.digest);
      if (others.length >= MAX_QUESTIONS) return undefined;
      const created = await this.#create(asked, times);
      const entry: IndexEntry = { id: created.id, digest: created.digest, endsAt: Date.parse(created.expiresAt) };
      // The question is written first: whoever finds it in the index can read it.
      if (await this.#store.compareAndSet(INDEX, index, [...others, entry])) return { question: created, isNew: true };
      await this.#store.delete(keyOf(created.id));
    }
  }

  /** Uses a person's yes. Resolves to `true` for exactly one caller. */
  async take(question: Question): Promise<boolean> {
    if (question.state !== "allowed" || Date.parse(question.expiresAt) <= this.now()) return false;
    return this.#replace(question, { ...question, state: "used" });
  }

  /** Closes the store. */
  close(): Promise<void> {
    return this.source.close();
  }

  async #known(entries: readonly IndexEntry[], digest: string): Promise<Question | undefined> {
    const entry = entries.find((one) => one.digest === digest);
    const question = entry && (await this.#read(entry.id));
    return question?.state === "used" ? undefined : question;
  }

  /** Returns the question with the later end of waiting, or `undefined` if it changed at the same time. */
  async #waitingFor(question: Question, waitsUntil: number): Promise<Question | undefined> {
    if (question.state !== "open" || Date.parse(question.waitsUntil ?? question.askedAt) >= waitsUntil) return question;
    const extended: Question = { ...question, waitsUntil: new Date(waitsUntil).toISOString() };
    return (await this.#replace(question, extended)) ? extended : undefined;
  }

  async #create(asked: NewQuestion, { expiresMs, waitsUntil }: QuestionTimes): Promise<Question> {
    const now = this.now();
    for (;;) {
      const question: Question = {
        ...asked,
        id: newId(),
        askedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + expiresMs).toISOString(),
        waitsUntil: new Date(waitsUntil).toISOString(),
        state: "open",
      };
      if (await this.#store.compareAndSet(keyOf(question.id, expiresMs), undefined, question)) return question;
    }
  }

  async #read(id: string): Promise<Question | undefined> {
    return /^[a-z0-9]{8}$/.test(id) ? this.#store.get(keyOf(id)) : undefined;
  }

  #replace(before: Question, after: Question): Promise<boolean> {
    return this.#store.compareAndSet(keyOf(before.id, Date.parse(before.expiresAt) - this.now()), before, after);
  }

  #valid(index: readonly IndexEntry[] | undefined): IndexEntry[] {
    return (index ?? []).filter(({ endsAt }) => endsAt > this.now());
  }
}

/** `validMs`: how long the question is valid, for a write. */
function keyOf(id: string, validMs = 0): StoreKey<Question> {
  const lifetimeMs = Math.max(0, validMs) + KEPT_MS;
  return storeKey("question", { value: questionSchema, scope: "fleet", lifetimeMs }).for(id);
}

function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join("");
}
