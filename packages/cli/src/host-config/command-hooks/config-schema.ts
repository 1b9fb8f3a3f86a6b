import { describeIssues, type JsonObject } from "@agent-hook/protocol";
import * as z from "zod/mini";

/** What a host takes of a file, as its own reader does (run). */
export interface ConfigSchema {
  /** It reads nothing of a file that is anything else. */
  readonly file: z.ZodMiniType;
  /** It skips what is anything else in the lists of hooks. */
  readonly hooks: z.ZodMiniType;
}

/** Why a host reads nothing of a file; nothing for one that it reads. */
export function unreadable({ file }: ConfigSchema, value: JsonObject): string | undefined {
  return faults(file, value)[0];
}

/** What a host skips in a file that it reads. */
export function skipped({ hooks }: ConfigSchema, value: JsonObject): string[] {
  return faults(z.looseObject({ hooks }), value);
}

function faults(schema: z.ZodMiniType, value: JsonObject): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map((issue) => describeIssues([issue], value));
}
