import { broken, inconclusive } from "../finding.js";
import type { Rule } from "../rule.js";

export const hello: readonly Rule[] = [
  {
    id: "hello/answered",
    sentence: "hook.hello is answered within 5 s, with an object as its result, under the same id.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): an error or no answer ends the agent's start; the result's type: code",
    why: "The agent does not start for any user until the hook is removed from the config.",
    async check(session) {
      const { answer, result, error, sent, received } = await session.firstHello();
      if (answer === undefined) throw broken(sent, received);
      if (error !== undefined) throw inconclusive(REFUSED, { sent, received });
      if (typeof result !== "object" || Array.isArray(result)) throw broken(sent, received);
    },
  },
  {
    id: "hello/fewer-modes",
    sentence: "A hello with fewer modes is answered too, by a result or by an error that explains what is missing.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): the modes are those that the config enables, any subset of the four",
    why: "The agent waits for the answer and does not start, and nothing explains what is wrong with the config.",
    async check(session) {
      const { answer, sent, received } = await session.hello(await session.start(), ["tool"]);
      if (answer === undefined) throw broken(sent, received);
    },
  },
];

/** The reason why no rule can be checked if hello was answered with an error. */
export const REFUSED =
  "The hook refuses to start: read its error, and provide the modes, arguments or environment that it needs";
