import { MAX_LINE_BYTES } from "@agent-hook/sdk/internal/picoclaw";
import { broken } from "../finding.js";
import type { HookSession } from "../hook-session.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";

const NO_LIMIT =
  "PicoClaw v0.2.6 to v0.2.9 (run): from host to hook there is no limit, and a request of several MiB is one line";
const CUT = "The host skips the hook in every conversation that is this long or contains an image.";

/**
 * An answer that repeats the first text is close to the limit. With the second text, it exceeds the limit only if it
 * escapes letters that are not ASCII. With the third text, it always exceeds the limit.
 */
const TEXTS = ["a".repeat(900_000), "é".repeat(450_000), "a".repeat(1_200_000)];

export const size: readonly Rule[] = [
  {
    id: "size/answers",
    sentence: "No line of the hook has 1 MiB (1,048,576 bytes) or more, however large the call is.",
    source: "PicoClaw v0.2.6 to v0.2.9 (run): after such a line the host never reads again",
    why: "The host stops reading: the hook still runs, but every later call times out, tools run without a decision and approvals are denied.",
    async check(session) {
      const hook = await session.startReady();
      for (const method of await session.answered()) {
        for (const text of TEXTS) {
          const { sent, received, answer } = await session.call(hook, method, sampleParams(method, text));
          if (answer === undefined) throw broken(sent, received, CUT);
          const long = hook.stdout.all.find(({ bytes }) => bytes >= MAX_LINE_BYTES);
          if (long !== undefined) throw broken(sent, `a line of ${long.bytes} bytes: ${long.text.slice(0, 100)}...`);
        }
      }
    },
  },
  {
    id: "size/reads-1-mb",
    sentence: "A call of 1 MB, in one line, is answered.",
    source: NO_LIMIT,
    why: CUT,
    check: (session) => reads(session, 1_000_000),
  },
  {
    id: "size/reads-5-mb",
    sentence: "A call of 5 MB, in one line, is answered.",
    source: NO_LIMIT,
    why: CUT,
    check: (session) => reads(session, 5_000_000),
  },
];

async function reads(session: HookSession, bytes: number): Promise<void> {
  const [method] = await session.answered();
  const hook = await session.shared();
  const { answer, sent, received } = await session.call(hook, method, sampleParams(method, "a".repeat(bytes)));
  if (answer === undefined) throw broken(sent, received);
}
