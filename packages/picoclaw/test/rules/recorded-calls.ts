import type { MethodName } from "@agent-hook/picoclaw/protocol";
import { type Recorded, recordings } from "../../../sdk/test/protocol/recordings.js";

// biome-ignore lint/suspicious/noExplicitAny: messages of any method, as they were recorded
export type Json = any;
export type CallName = Exclude<MethodName, "hook.hello" | "hook.event" | "hook.runtime_event">;

export const CALLS: readonly CallName[] = [
  "hook.before_llm",
  "hook.after_llm",
  "hook.before_tool",
  "hook.approve_tool",
  "hook.after_tool",
];

/** The recorded hosts. The snapshot has no version number. Its hook code is that of v0.3. */
export const VERSIONS = ["v0.2.6", "v0.2.7", "v0.2.8", "v0.2.9", "v0.3.0"] as const;
export type Version = (typeof VERSIONS)[number];

const FOLDER_OF: Readonly<Record<string, string>> = { "v0.3.0": "2026-06-13" };

/** Returns the files of one version by name, without the extension. */
export function filesOf(version: Version): ReadonlyMap<string, readonly Recorded[]> {
  const own = recordings.filter((recorded) => recorded.version === (FOLDER_OF[version] ?? version));
  const files = [...new Set(own.map(({ file }) => file))];
  return new Map(files.map((name) => [name.replace(".jsonl", ""), own.filter(({ file }) => file === name)]));
}

/** Returns the params of the first call of this method in a recording. */
export function recordedParams(version: Version, method: MethodName, file = "tool-call"): Json {
  const found = filesOf(version)
    .get(file)
    ?.find((recorded) => recorded.method === method && recorded.direction === "params");
  if (found === undefined) throw new Error(`no ${method} in ${version}/${file}.jsonl`);
  return structuredClone(found.body);
}

/** A call with its answer, or an event, which has no answer. */
export interface Exchange {
  readonly where: string;
  readonly method: MethodName;
  readonly params: Json;
  readonly answer: Json;
}

export function exchangesOf(file: readonly Recorded[]): readonly Exchange[] {
  return file
    .filter(({ direction }) => direction === "params")
    .map(({ where, method, id, body }) => {
      const answer = file.find((other) => other.direction === "result" && id !== undefined && other.id === id);
      return { where, method, params: body, answer: answer?.body };
    });
}
