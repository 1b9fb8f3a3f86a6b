import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { defineHook } from "@agent-hook/sdk";
import { z } from "zod";
import { rule } from "./policy.js";

/** The agent reads what it likes, writes in one folder, and runs nothing. What it cannot stop: see the README. */
export const hook = defineHook({
  name: "guard",
  env: z.object({
    GUARD_WORKSPACE: z
      .string("must name the folder that the agent may write in")
      .refine(isAbsolute, "must be an absolute path"),
  }),
  // A crash, a hang or a kill refuses the tool too: PicoClaw denies when an approver fails.
  onFailure: "block",
  onStart: async ({ env }) => {
    const folder = await stat(env.GUARD_WORKSPACE);
    if (!folder.isDirectory()) throw new Error("GUARD_WORKSPACE is not a folder");
  },
  approveTool: (call, { env }) => rule(call, env.GUARD_WORKSPACE),
});
