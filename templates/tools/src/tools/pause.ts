import { setTimeout as sleep } from "node:timers/promises";
import { defineTool } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";

/** Takes time, and stops when `signal` aborts because no one waits for the answer any more. */
export const pause = defineTool({
  name: "pause",
  description: "Wait a few seconds before looking at something again",
  // A tool has 4.5 s, unless the hook sets other `deadlines`.
  input: z.object({ seconds: z.number().min(0).max(4) }),
  run: async ({ seconds }, { signal }) => {
    await sleep(seconds * 1000, undefined, { signal });
    return `${seconds} seconds have passed.`;
  },
});
