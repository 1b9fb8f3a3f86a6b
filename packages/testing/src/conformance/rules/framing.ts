import { setImmediate as turn } from "node:timers/promises";
import { broken } from "../finding.js";
import { callLine } from "../hook-under-test.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";

export const framing: readonly Rule[] = [
  {
    id: "framing/pieces",
    sentence: "A line that arrives in pieces, cut within a character too, is read as one.",
    source: "Pipes cut where they like; PicoClaw v0.2.6 to v0.2.9 (run): a call is often larger than a pipe's buffer",
    why: "The call is lost or its text damaged: the host skips the hook, or takes the damaged text for a change.",
    async check(lab) {
      const [method] = await lab.answered();
      const hook = await lab.shared();
      const id = hook.nextId();
      const params = sampleParams(method);
      const sent = callLine(id, method, params);
      const bytes = Buffer.from(sent);
      const asked = performance.now();
      for (let at = 0; at < bytes.length; at += 7) {
        hook.write(bytes.subarray(at, at + 7));
        await turn();
      }
      const { answer, came } = await hook.answer({ id, method, params, sent, asked }, lab.limitOf(method));
      if (answer === undefined || answer.text.includes("\uFFFD")) throw broken(sent, came);
    },
  },
  {
    id: "framing/together",
    sentence:
      "A write that holds one and a half lines gives the first call its answer, and the second when it is whole.",
    source: "Pipes join what is written behind a busy reader",
    why: "The second call is lost: the host skips the hook.",
    async check(lab) {
      const [method] = await lab.answered();
      const hook = await lab.shared();
      const params = sampleParams(method);
      const calls = [hook.nextId(), hook.nextId()].map((id) => ({
        id,
        method,
        params,
        sent: callLine(id, method, params),
        asked: performance.now(),
      }));
      const text = calls.map(({ sent }) => sent).join("");
      const cut = Math.floor(text.length * 0.75);
      hook.write(text.slice(0, cut));
      for (const [index, call] of calls.entries()) {
        const { answer, came } = await hook.answer(call, lab.limitOf(method));
        if (answer === undefined) throw broken(call.sent, came);
        if (index === 0) hook.write(text.slice(cut));
      }
    },
  },
];
