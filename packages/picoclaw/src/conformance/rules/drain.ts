import { broken, notApplicable } from "../finding.js";
import { callLine } from "../hook-under-test.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";
import { numberedEvents, runtimeEvents } from "../sample-events.js";

const SOURCE =
  "PicoClaw v0.2.6 to v0.2.9 (code): a write that blocks is abandoned halfway, and the next line arrives glued to it";
const WHY =
  "The pipe fills, and the host's write blocks and is abandoned halfway: calls are lost, the hook is skipped, and approvals are denied.";
const BYTES = 4_000_000;
/** Only a few calls, so that a hook that is only slow does not break the rule. */
const COUNT = 5;

export const drain: readonly Rule[] = [
  {
    id: "drain/calls",
    sentence: "Calls of 4 MB, written before an answer is read, are all answered.",
    source: SOURCE,
    why: WHY,
    async check(session) {
      const [method] = await session.answered();
      const hook = await session.shared();
      const params = sampleParams(method, "a".repeat(BYTES / COUNT));
      const asked = performance.now();
      const calls = Array.from({ length: COUNT }, () => {
        const id = hook.nextId();
        return { id, method, params, sent: callLine(id, method, params), asked };
      });
      for (const { sent } of calls) hook.write(sent);
      const answers = await Promise.all(calls.map((call) => hook.answer(call, session.limitOf(method))));
      const missing = answers.filter(({ answer }) => answer === undefined);
      const [first] = missing;
      if (first !== undefined)
        throw broken(
          `${calls.length} calls, including this: ${first.sent}`,
          `${missing.length} times ${first.received}`,
        );
    },
  },
  {
    id: "drain/events",
    sentence: "A call after 4 MB of events is answered.",
    source: SOURCE,
    why: WHY,
    async check(session) {
      if (!session.options.modes.includes("observe")) throw notApplicable("The mode observe is off");
      const hook = await session.shared();
      await session.answered();
      let bytes = 0;
      while (bytes < BYTES) {
        for (const { method, params } of [...numberedEvents, ...runtimeEvents])
          bytes += hook.notify(method, params).length;
      }
      await session.barrier(hook, `${bytes} bytes of events`);
    },
  },
];
