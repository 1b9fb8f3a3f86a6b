import { type Deny, deny } from "@agent-hook/sdk";
import { newQuestion, type PersonRequest, type Question, Questions } from "@agent-hook/sdk/internal/questions";
import { notifyAll } from "./notify.js";
import type { CheckedOptions } from "./options.js";
import { deniedByPerson, noStore, notAnswered, tooMany } from "./texts.js";

/** How often a waiting process looks for the answer. */
const POLL_MS = 150;
/** The call is answered this long before its deadline, so that the host reads a denial and not a failure. */
const MARGIN_MS = 1500;

/** Waits for a person. Resolves to `undefined` if the call may run. */
export async function decideByPerson(request: PersonRequest, options: CheckedOptions): Promise<Deny | undefined> {
  const { ask, call, answerInTest } = request;
  const no = (reason: string) => deny(reason, { rule: ask.rule });
  if (answerInTest !== undefined) {
    const answer = await answerInTest({ tool: call.tool, arguments: call.arguments, reason: ask.reason });
    if (answer === undefined) return no(notAnswered(ask.reason));
    return answer ? undefined : no(deniedByPerson(ask.reason));
  }
  // Nobody else can see this store.
  if (process.env.AGENT_HOOK_STORE?.startsWith("memory:")) return no(noStore(ask.reason));

  const waiting = new Waiting(request, options);
  const question = await waiting.answered();
  if (question === undefined) return no(tooMany(ask.reason));
  if (question.state === "used") return undefined;
  return no(question.state === "denied" ? deniedByPerson(ask.reason, question) : notAnswered(ask.reason, question));
}

class Waiting {
  readonly #questions: Questions;
  readonly #endsAt: number;

  constructor(
    private readonly request: PersonRequest,
    private readonly options: CheckedOptions,
  ) {
    const { store, signal } = request;
    this.#questions = new Questions(store, Date.now, signal);
    this.#endsAt = store.clock.now() + Math.max(0, Math.min(options.waitMs, request.remainingMs() - MARGIN_MS));
  }

  /**
   * Returns the question: `used` if this call may run, `denied`, or `open` if nobody answered in time. Returns `undefined`
   * if too many questions are open.
   */
  async answered(): Promise<Question | undefined> {
    const asked = newQuestion(this.request);
    let notifying: Promise<void> | undefined;
    for (;;) {
      const result = await this.#questions.ask(asked, this.#times());
      if (result === undefined) return undefined;
      if (result.isNew) notifying = this.#notify(result.question);
      const question = await this.#answerTo(result.question);
      // Another identical call may have used the yes. Then this one is a new question.
      if (question?.state === "allowed" && (await this.#questions.take(question)))
        return { ...question, state: "used" };
      if (question?.state === "denied") return question;
      if (question?.state === "open") {
        await notifying;
        return question;
      }
    }
  }

  /** Waits until a question is answered or the time is over. Returns `undefined` if the question has expired. */
  async #answerTo({ id, state, ...first }: Question): Promise<Question | undefined> {
    let question: Question | undefined = { id, state, ...first };
    while (question?.state === "open" && !this.#isOver) {
      await sleep(Math.min(POLL_MS, Math.max(1, this.#endsAt - this.request.store.clock.now())));
      question = await this.#questions.get(id);
      if (question !== undefined && Date.parse(question.expiresAt) <= Date.now()) return undefined;
    }
    return question;
  }

  get #isOver(): boolean {
    return this.request.signal.aborted || this.request.store.clock.now() >= this.#endsAt;
  }

  #times() {
    const restMs = Math.max(0, this.#endsAt - this.request.store.clock.now());
    return { expiresMs: this.options.expiresMs, waitsUntil: Date.now() + restMs };
  }

  async #notify(question: Question): Promise<void> {
    const { log, remainingMs } = this.request;
    const problems = await notifyAll(this.options.notify, question, Math.max(1, remainingMs() - MARGIN_MS / 2));
    for (const problem of problems) log.warn(`the person could not be notified: ${problem}`);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
