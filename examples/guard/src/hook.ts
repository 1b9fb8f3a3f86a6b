import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { approve, defineHook, deny, isInside, pathsOf } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";

/** Lets the agent read anything, write in one folder, and run no commands. The README lists what it cannot stop. */
export const hook = defineHook({
  name: "guard",
  env: z.object({
    GUARD_WORKSPACE: z
      .string("must name the folder that the agent may write in")
      .refine(isAbsolute, "must be an absolute path"),
  }),
  // If the hook crashes, hangs or is killed, the tool does not run.
  onFailure: "block",
  setup: async ({ env }) => {
    const folder = await stat(env.GUARD_WORKSPACE);
    if (!folder.isDirectory()) throw new Error("GUARD_WORKSPACE is not a folder");
  },
  approveTool: (call, { env: { GUARD_WORKSPACE: folder } }) => {
    const paths = pathsOf(call);
    switch (call.kind) {
      case "read":
      case "search":
        return approve();
      case "write":
      case "edit":
        if (paths.length > 0 && paths.every((path) => isInside(folder, path, call.cwd))) return approve();
        return deny(`Only files in ${folder} may be written. Write the whole path.`);
      case "shell":
        return deny("This agent runs no commands. Use the tools for files, or ask the user to run it.");
      default:
        return deny(`The guard does not know the tool ${call.tool}. Do without it, or ask the user to allow it.`);
    }
  },
});
