import { broken } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import { callLine, type Exchange } from "../hook-under-test.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";

const SOURCE =
  "PicoClaw v0.2.6 to v0.2.9 (run): several sessions and sub-agents make calls at once; answers may come in any order";
const EACH = 3;

export const overlap: readonly Rule[] = [
  {
    id: "overlap/all",
    sentence: "Calls that are in flight together are all answered, each within its time.",
    source: SOURCE,
    why: "The host skips the hook if an answer is missing, and denies the tool if an approval is missing.",
    async check(session) {
      const missing = (await together(session)).find(({ answer }) => answer === undefined);
      if (missing !== undefined) throw broken(missing.sent, missing.received);
    },
  },
  {
    id: "overlap/own",
    sentence: "Each answer is about its own call, and not about another one in flight.",
    source: SOURCE,
    why: "One user's call is denied, changed or answered by a decision about another user's call.",
    async check(session) {
      for (const { sent, received, answer } of await together(session)) {
        const marks = answer?.text.match(/in-flight-\d+/g) ?? [];
        if (marks.some((mark) => !sent.includes(`${mark} `))) throw broken(sent, received);
      }
    },
  },
];

async function together(session: HookSession): Promise<readonly Exchange[]> {
  const methods = await session.answered();
  const hook = await session.shared();
  const asked = performance.now();
  const calls = methods.flatMap((method) =>
    Array.from({ length: EACH }, () => {
      const id = hook.nextId();
      const params = sampleParams(method, `in-flight-${id} mail jane@example.com`);
      return { id, method, params, sent: callLine(id, method, params), asked };
    }),
  );
  hook.write(calls.map(({ sent }) => sent).join(""));
  return Promise.all(calls.map((call) => hook.answer(call, session.limitOf(call.method))));
}
