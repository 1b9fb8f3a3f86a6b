import { randomInt } from "node:crypto";
import { type Question, Questions } from "@agent-hook/sdk/internal/questions";
import { CommandError, usageError } from "../command-error.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { Invocation } from "../invocation.js";
import { escapeLine } from "../terminal/escape.js";
import type { AnswerFlags } from "./options.js";
import { OwnTerminal } from "./own-terminal.js";
import { printQuestion, printQuestions } from "./show.js";
import { whyNotPerson } from "./why-not-person.js";

/** Allows a call once, or lists the questions. */
export async function approve(invocation: Invocation, id: string | undefined, flags: AnswerFlags): Promise<void> {
  const { terminal } = invocation;
  await withQuestions(async (questions) => {
    if (id === undefined) return printQuestions(terminal, await questions.list(), flags.json === true);
    const question = await openQuestion(questions, id);
    const person = await assertPerson(question);
    try {
      printQuestion(terminal, question);
      // Nobody can type it before it is shown.
      const code = String(randomInt(1000, 10_000));
      const typed = await person.ask(`To allow this call once, type ${code}: `);
      if (typed !== code) {
        terminal.note("Not allowed. The question stays open.");
        invocation.exitCode = EXIT_CODES.cancelled;
        return;
      }
    } finally {
      person.close();
    }
    await answer(questions, question, "allow");
    const isWaiting = Date.parse(question.waitsUntil ?? question.askedAt) > Date.now();
    terminal.print(
      isWaiting
        ? "Allowed: the agent runs the call now."
        : "Allowed: the agent no longer waits. Tell it to try the same call again.",
    );
  });
}

/** Denies a call. */
export async function deny({ terminal }: Invocation, id: string, flags: AnswerFlags): Promise<void> {
  await withQuestions(async (questions) => {
    const question = await openQuestion(questions, id);
    const person = await assertPerson(question);
    person.close();
    await answer(questions, question, "deny", flags.reason);
    terminal.print(`Denied: ${escapeLine(question.tool)}, as ${question.host} asked.`);
  });
}

async function withQuestions(use: (questions: Questions) => Promise<void>): Promise<void> {
  try {
    const questions = Questions.open(process.env);
    try {
      await use(questions);
    } finally {
      await questions.close();
    }
  } catch (error) {
    if (error instanceof CommandError || (error as Error).name !== "StoreError") throw error;
    throw usageError((error as Error).message, error);
  }
}

async function openQuestion(questions: Questions, id: string): Promise<Question> {
  const question = await questions.get(id);
  if (question === undefined) {
    throw usageError(
      "no question has this id: see agent-hook approve. If the hook has AGENT_HOOK_STORE or XDG_STATE_HOME, set the same here",
    );
  }
  if (question.state !== "open") throw usageError(`the question was already answered: ${question.state}`);
  if (Date.parse(question.expiresAt) <= Date.now()) {
    throw usageError("the question has expired: tell the agent to try the call again");
  }
  return question;
}

/** Throws unless a person sits at this terminal, as far as this can be told. */
async function assertPerson(question: Question): Promise<OwnTerminal> {
  const reason = whyNotPerson(question);
  const person = reason === undefined ? OwnTerminal.open() : undefined;
  if (person !== undefined) return person;
  throw usageError(
    `only a person can answer, and ${reason ?? "this program has no terminal"}: run it in another terminal, or use the page of agent-hook ui`,
  );
}

async function answer(questions: Questions, { id }: Question, what: "allow" | "deny", reason?: string): Promise<void> {
  const result = await questions.answer(id, what, "terminal", reason);
  if (result !== "answered") throw usageError(`the answer does not count: ${result.replace("-", " ")}`);
}
