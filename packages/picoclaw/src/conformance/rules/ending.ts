import { broken } from "../finding.js";
import { END_MS } from "../hook-session.js";
import { callLine } from "../hook-under-test.js";
import type { Rule } from "../rule.js";
import { sampleParams } from "../sample-calls.js";

const SOURCE = "PicoClaw v0.2.6 to v0.2.9 (code): stdin is closed, and 2 s later the process is killed";
const STAYS = `the process was still running ${END_MS / 1000} s later`;

export const ending: readonly Rule[] = [
  {
    id: "ending/idle",
    sentence: "The process exits on its own within 2 s of the end of stdin.",
    source: SOURCE,
    why: "Every shutdown and reload of the agent takes 2 s longer, and the hook is killed before it can clean up.",
    async check(session) {
      const { endedInTime } = await session.lifetime();
      if (!endedInTime) throw broken("the end of stdin", STAYS);
    },
  },
  {
    id: "ending/running",
    sentence: "It also does so when stdin ends right after a call.",
    source: SOURCE,
    why: "Every shutdown and reload of the agent takes 2 s longer, and the hook is killed before it can clean up.",
    async check(session) {
      const [method] = await session.answered();
      const hook = await session.startReady();
      const sent = callLine(hook.nextId(), method, sampleParams(method));
      hook.write(sent);
      if (!(await hook.endStdin(END_MS))) throw broken(`${sent.trimEnd()} and the end of stdin`, STAYS);
    },
  },
];
