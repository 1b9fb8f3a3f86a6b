import type * as z from "zod/mini";

/** One method of the wire: its name, kind, direction and schemas, and the PicoClaw versions that have it. */
export interface MethodSpec {
  readonly method: `hook.${string}`;
  readonly kind: "request" | "notification";
  readonly direction: "host-to-hook";
  readonly since: string;
  readonly until?: string;
  readonly params: z.ZodMiniType;
  readonly result?: z.ZodMiniType;
}
