import { broken } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import { callLine, type Written } from "../hook-under-test.js";
import type { Rule } from "../rule.js";
import { type CallMethod, sampleParams } from "../sample-calls.js";

const SOURCE =
  "PicoClaw v0.2.6 to v0.2.9 (run): calls are often larger than a pipe's buffer, and pipes split them anywhere";

export const framing: readonly Rule[] = [
  {
    id: "framing/character",
    sentence: "A line that arrives in two pieces, split within a character, is read correctly.",
    source: SOURCE,
    why: "The text is damaged: if the hook changes something, the model and the tools get the damaged text.",
    async check(session) {
      for (const method of await session.answered()) {
        // Cuts after the first of the three bytes of 漢.
        await inTwo(session, method, (line) => line.indexOf(Buffer.from("漢")) + 1);
      }
    },
  },
  {
    id: "framing/half-line",
    sentence:
      "After a write of one and a half lines, the first call is answered, and the second once its line is complete.",
    source: SOURCE,
    why: "The second call is lost: the host skips the hook.",
    async check(session) {
      const [method] = await session.answered();
      await inTwo(session, method, (line) => Math.floor(line.length / 2));
    },
  },
];

/**
 * Writes a call and the start of a second one, and the rest once the first is answered. The answer shows that the hook
 * has read the start without the rest.
 */
async function inTwo(session: HookSession, method: CallMethod, splitLine: (line: Buffer) => number): Promise<void> {
  const hook = await session.shared();
  const params = sampleParams(method);
  const asked = performance.now();
  const [first, second] = [hook.nextId(), hook.nextId()].map((id) => {
    return { id, method, params, sent: callLine(id, method, params), asked };
  }) as [Written, Written];
  const line = Buffer.from(second.sent);
  const cut = splitLine(line);
  hook.write(Buffer.concat([Buffer.from(first.sent), line.subarray(0, cut)]));
  const before = await hook.answer(first, session.limitOf(method));
  if (before.answer === undefined) throw broken(before.sent, before.received);
  hook.write(line.subarray(cut));
  const { answer, sent, received } = await hook.answer(second, session.limitOf(method));
  if (answer === undefined || answer.text.includes("\uFFFD")) throw broken(sent, received);
}
