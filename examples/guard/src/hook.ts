import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { defineHook } from "@agent-hook/sdk";
import { z } from "zod";
import { decide } from "./policy.js";

/** Lets the agent read anything, write in one folder, and run no commands. The README lists what it cannot stop. */
export const hook = defineHook({
  name: "guard",
  env: z.object({
    GUARD_WORKSPACE: z
      .string("must name the folder that the agent may write in")
      .refine(isAbsolute, "must be an absolute path"),
  }),
  // A crash, a hang or a kill denies the tool too: PicoClaw denies when an approver fails.
  onFailure: "block",
  setup: async ({ env }) => {
    const folder = await stat(env.GUARD_WORKSPACE);
    if (!folder.isDirectory()) throw new Error("GUARD_WORKSPACE is not a folder");
  },
  approveTool: (call, { env }) => decide(call, env.GUARD_WORKSPACE),
});
