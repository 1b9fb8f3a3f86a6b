import { delimiter, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";

const absolute = z.string().refine(isAbsolute, "must be an absolute path");

/** The guard's settings from its environment, read once at startup. Invalid ones stop the agent's start. */
export const settings = z
  .object({
    HOME: absolute,
    /** The folders that the agent may write to, separated by `:`. Default: PicoClaw's workspace. */
    GUARD_FOLDERS: z
      .string()
      .transform((list) => list.split(delimiter))
      .pipe(z.array(absolute))
      .optional(),
    /** PicoClaw's own variables, for users who moved its files. */
    PICOCLAW_HOME: z.string().optional(),
    PICOCLAW_CONFIG: z.string().optional(),
  })
  .transform((env) => {
    const picoclaw = resolve(env.PICOCLAW_HOME || join(env.HOME, ".picoclaw"));
    return {
      home: env.HOME,
      folders: env.GUARD_FOLDERS ?? [join(picoclaw, "workspace")],
      picoclawConfig: resolve(env.PICOCLAW_CONFIG || join(picoclaw, "config.json")),
    };
  });

export type Settings = z.output<typeof settings>;
