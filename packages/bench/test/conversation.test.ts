import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Conversation } from "../src/driver/conversation.js";

/** Creates a hook that answers each line with a text, in pieces. */
function scripted(mark: string, answer: (line: string) => readonly string[]) {
  const [to, from] = [new PassThrough(), new PassThrough()];
  let inFlight = 0;
  const most = { inFlight: 0 };
  to.on("data", (chunk: Buffer) => {
    const lines = chunk.toString().trim().split("\n");
    inFlight += lines.length;
    most.inFlight = Math.max(most.inFlight, inFlight);
    setImmediate(() => {
      for (const line of lines) {
        inFlight--;
        for (const piece of answer(line)) from.write(piece);
      }
    });
  });
  return { conversation: new Conversation(from, to, mark, async () => {}), from, most };
}

const call = Buffer.from("call\n");

test("answers are counted by their mark wherever the chunks are split", async () => {
  const { conversation } = scripted('"resultType"', () => ['[{"resu', "ltTy", 'pe":"continue"},{"result', 'Type":1}]']);
  await conversation.exchange(call, 2);
  expect(await conversation.call(call)).toContain('"continue"');
});

test("a call returns its whole answer and nothing of earlier answers", async () => {
  let calls = 0;
  const { conversation } = scripted("\n", () => [`answer `, `${++calls}\n`]);
  await conversation.exchange(call);
  expect(await conversation.call(call)).toBe("answer 2\n");
  expect(await conversation.call(call)).toBe("answer 3\n");
});

test("a flow keeps the given number of calls in flight until all are answered", async () => {
  let answered = 0;
  const { conversation, most } = scripted("\n", () => {
    answered++;
    return ["answer\n"];
  });
  const take = (count: number) => Buffer.from("call\n".repeat(count));
  await conversation.flow(take, 100, 7);
  expect({ answered, most }).toEqual({ answered: 100, most: { inFlight: 7 } });
  await conversation.flow(take, 3, 10);
  expect(answered).toBe(103);
});

test("an exchange rejects if the hook ends in the middle of a call", async () => {
  const { conversation, from } = scripted("\n", () => []);
  const exchange = conversation.exchange(call);
  from.destroy();
  await expect(exchange).rejects.toThrow("the hook ended in the middle of a call");
});
