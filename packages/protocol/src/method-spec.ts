import type * as z from "zod/mini";

/** One method of the wire: its name, which way it goes, which PicoClaw versions speak it, what it carries. */
export interface MethodSpec {
  readonly method: `hook.${string}`;
  readonly kind: "request" | "notification";
  readonly direction: "host-to-hook";
  readonly since: string;
  readonly until?: string;
  readonly params: z.ZodMiniType;
  readonly result?: z.ZodMiniType;
}
