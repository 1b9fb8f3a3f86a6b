import { broken } from "../finding.js";
import type { Rule } from "../rule.js";

export const noise: readonly Rule[] = [
  {
    id: "noise/stdout",
    sentence: "Only JSON-RPC is written to stdout, from start to end; logs belong on stderr.",
    source:
      "PicoClaw v0.2.6 to v0.2.9 (run): a line that is not JSON is skipped with a warning, and the protocol continues",
    why: "Each line is a warning in the host's log; half a line without its newline also loses the next answer.",
    async check(session) {
      const { lines } = await session.lifetime();
      const line = lines.find(({ message, text }) => message === undefined && text.trim() !== "");
      if (line !== undefined) throw broken("a hello, one call at each point, the end of stdin", line.text);
    },
  },
];
