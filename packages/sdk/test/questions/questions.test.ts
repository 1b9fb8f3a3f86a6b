import { expect, it } from "vitest";
import { type NewQuestion, Questions } from "../../src/questions/index.js";
import { memoryStore } from "../../src/store/source.js";
import { ManualClock } from "../unit/manual-clock.js";

const MINUTE = 60_000;
const times = { expiresMs: 15 * MINUTE, waitsUntil: MINUTE };

it("the first answer counts, and a yes is used once", async () => {
  const { questions } = opened();
  const { id } = await ask(questions);
  expect(await questions.answer(id, "allow", "terminal")).toBe("answered");
  expect(await questions.answer(id, "deny", "page")).toBe("already-answered");
  const answered = await ask(questions);
  expect(answered).toMatchObject({ id, state: "allowed", answeredBy: "terminal" });
  expect(await Promise.all([1, 2, 3].map(() => questions.take(answered)))).toEqual([true, false, false]);
  expect((await ask(questions)).id).not.toBe(id);
});

it("an equal call joins the question, and another call asks another one", async () => {
  const { questions } = opened();
  const { id } = await ask(questions);
  const joined = await questions.ask(asked, { ...times, waitsUntil: 2 * MINUTE });
  expect(joined).toMatchObject({ isNew: false, question: { id, waitsUntil: new Date(2 * MINUTE).toISOString() } });
  expect((await ask(questions, { ...asked, digest: "other" })).id).not.toBe(id);
  expect((await questions.list()).map(({ digest }) => digest)).toEqual(["digest", "other"]);
});

it("racing equal calls share one question", async () => {
  const { questions } = opened();
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(questions)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});

it("a no holds for equal calls until the question expires", async () => {
  const { questions, clock } = opened();
  const { id } = await ask(questions);
  await questions.answer(id, "deny", "terminal", "not today");
  expect(await ask(questions)).toMatchObject({ id, state: "denied", answerReason: "not today" });
  clock.advance(15 * MINUTE);
  expect(await ask(questions)).toMatchObject({ state: "open" });
});

it("an expired question takes no answer, and an expired yes is not used", async () => {
  const { questions, clock } = opened();
  const first = await ask(questions);
  const second = await ask(questions, { ...asked, digest: "other" });
  await questions.answer(second.id, "allow", "terminal");
  const allowed = await ask(questions, { ...asked, digest: "other" });
  clock.advance(15 * MINUTE);
  expect(await questions.answer(first.id, "allow", "terminal")).toBe("expired");
  expect(await questions.take(allowed)).toBe(false);
  expect(await questions.list()).toEqual([]);
  expect(await questions.answer("zzzzzzzz", "allow", "terminal")).toBe("unknown");
  expect(await questions.answer("../etc/x", "allow", "terminal")).toBe("unknown");
});

it("no more than 200 questions are open", async () => {
  const { questions } = opened();
  for (let n = 0; n < 200; n++) await ask(questions, { ...asked, digest: String(n) });
  expect(await questions.ask({ ...asked, digest: "one more" }, times)).toBeUndefined();
  expect(await questions.ask({ ...asked, digest: "7" }, times)).toMatchObject({ question: { digest: "7" } });
});

const asked: NewQuestion = {
  hook: "guard-shell",
  host: "codex",
  user: "ada@lovelace",
  machine: "m",
  tool: "shell",
  arguments: '{ "command": "rm -rf build" }',
  reason: "deletes a folder",
  digest: "digest",
};

function opened() {
  const clock = new ManualClock();
  return { clock, questions: new Questions(memoryStore(clock), () => clock.now()) };
}

async function ask(questions: Questions, question = asked) {
  const answer = await questions.ask(question, times);
  if (answer === undefined) throw new Error("expected a question");
  return answer.question;
}
