import { describeIssues, type JsonObject } from "@agent-hook/protocol";
import * as z from "zod/mini";

/** What a host's own parser accepts in a file (observed). */
export interface ConfigSchema {
  /** If the file does not match, the host ignores it. */
  readonly file: z.ZodMiniType;
  /** The host skips entries that do not match. */
  readonly hooks: z.ZodMiniType;
}

/** Returns why a host ignores a file, or `undefined` if it reads the file. */
export function unreadable({ file }: ConfigSchema, value: JsonObject): string | undefined {
  return faults(file, value)[0];
}

/** Returns what a host skips in a file that it reads. */
export function skipped({ hooks }: ConfigSchema, value: JsonObject): string[] {
  return faults(z.looseObject({ hooks }), value);
}

function faults(schema: z.ZodMiniType, value: JsonObject): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map((issue) => describeIssues([issue], value));
}
