import { broken } from "../finding.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";
import { isAnswer } from "../stdout-lines.js";

/** These ids are not consecutive, as if other sessions made calls in between. */
const IDS = [1007, 1003, 1_000_003];

export const ids: readonly Rule[] = [
  {
    id: "ids/once",
    sentence: "Each call is answered once.",
    source: "JSON-RPC 2.0, section 5; PicoClaw v0.2.6 to v0.2.9 (run): an answer under an unknown id is skipped",
    why: "The host drops the second answer. If that was the denial, the tool runs.",
    async check(session) {
      const { asked, lines } = await session.lifetime();
      for (const id of asked) {
        const [first, second] = lines.filter((line) => line.id === id && isAnswer(line));
        if (first !== undefined && second !== undefined) {
          throw broken(`the call with id ${id}, once`, `two answers: ${first.text} and ${second.text}`);
        }
      }
    },
  },
  {
    id: "ids/same",
    sentence: "The answer has the id of its call, as the same integer.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): ids are integers; an answer under any other id is skipped with a warning",
    why: "The host waits until its timeout, skips the hook and, in approve_tool, denies the tool.",
    async check(session) {
      const [method] = await session.answered();
      const hook = await session.shared();
      for (const id of IDS) {
        const from = hook.stdout.all.length;
        const { answer, sent, received } = await hook.ask(method, sampleParams(method), session.limitOf(method), id);
        const other = hook.stdout.all.slice(from).find(isAnswer);
        if (answer === undefined) throw broken(sent, other?.text ?? received);
      }
    },
  },
  {
    id: "ids/unsolicited",
    sentence: "Every message on stdout is an answer to a call: no calls, no notifications, no other objects.",
    source:
      "PicoClaw v0.2.6 to v0.2.9 (run): only the host makes calls; a message with an unknown id is skipped with a warning",
    why: "The host skips it with a warning in its log: calls and notifications of the hook never arrive.",
    async check(session) {
      const { asked, lines } = await session.lifetime();
      for (const line of lines) {
        if (line.message === undefined) continue;
        const known = isAnswer(line) && line.id !== undefined && asked.includes(line.id);
        if (!known) throw broken("a hello, one call at each point, the end of stdin", line.text);
      }
    },
  },
];
