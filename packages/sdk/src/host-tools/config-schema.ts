import * as z from "zod/mini";
import { describeIssues } from "../text/index.js";

/** Any JSON object. The SDK's declarations cannot import the type from the protocol, which is bundled. */
export type JsonObject = Record<string, unknown>;

/** What a host's own parser accepts in a file (observed). */
export interface ConfigSchema {
  /** If the file does not match, the host ignores it. */
  readonly file: z.ZodMiniType;
  /** The host skips entries that do not match. */
  readonly hooks: z.ZodMiniType;
}

/** Returns a schema for lists of these items at any event. */
export function hookLists(item: z.ZodMiniType): z.ZodMiniType {
  return z.optional(z.record(z.string(), z.array(item)));
}

/** Returns a schema for this value at these events. Other events may have any value. */
export function knownEvents(events: Readonly<Record<string, unknown>>, value: z.ZodMiniType): z.ZodMiniType {
  return z.looseObject(Object.fromEntries(Object.keys(events).map((event) => [event, value])));
}

/** Returns a schema for a group of these hooks, with the tools that it matches. */
export function hookGroup(hook: z.ZodMiniType): z.ZodMiniType {
  return z.looseObject({ matcher: z.optional(z.string()), hooks: z.array(hook) });
}

/** Returns why a host ignores a file, or `undefined` if it reads the file. */
export function whyUnreadable({ file }: ConfigSchema, value: JsonObject): string | undefined {
  return issueTexts(file, value)[0];
}

/** Returns what a host skips in a file that it reads. */
export function skippedEntries({ hooks }: ConfigSchema, value: JsonObject): string[] {
  return issueTexts(z.looseObject({ hooks }), value);
}

function issueTexts(schema: z.ZodMiniType, value: JsonObject): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map((issue) => describeIssues([issue], value));
}
