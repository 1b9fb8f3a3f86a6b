import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventsOn } from "../event-lines.js";
import { type Fields, type Id, type Result, type RunningHook, spawnHook } from "../spawn-hook.js";

const folder = new URL("../../src/hosts/picoclaw/fixtures/", import.meta.url);
const versions = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface HostMessage {
  readonly id?: Id;
  readonly method: string;
  readonly params: Fields;
}

function hostMessages(version: string, name: string): HostMessage[] {
  const lines = readFileSync(new URL(`${version}/${name}`, folder), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.map((line) => JSON.parse(line)).flatMap((entry) => (entry.from === "host" ? [entry.message] : []));
}

/** Where each answer contains the changed object. */
const carriers: Record<string, (result: Result) => Fields | undefined> = {
  "hook.before_llm": (result) => result.request,
  "hook.after_llm": (result) => result.response,
  "hook.before_tool": (result) => result.call,
  "hook.after_tool": (result) => result.result,
};

/** Returns what the host goes on with: the changed object or its own. No list of calls equals an empty one. */
function inEffect({ method, params }: HostMessage, result: Result) {
  const changed = result.action === "modify" ? carriers[method]?.(result) : params;
  const reply = changed?.response as { tool_calls?: readonly unknown[] } | undefined;
  if (method === "hook.after_llm" && reply?.tool_calls?.length === 0) delete reply.tool_calls;
  return changed;
}

const hasIdOnlyCalls = ({ method, params }: HostMessage) =>
  method === "hook.after_llm" &&
  ((params.response as { tool_calls?: { function?: object }[] }).tool_calls ?? []).some((call) => !call.function);

async function replay(hook: RunningHook, message: HostMessage, where: string) {
  const { id, method, params } = message;
  if (id === undefined) return hook.notify(method, params);
  const before = hook.answersTo(id).length;
  hook.send({ jsonrpc: "2.0", id, method, params });
  const { result = {} } = await hook.until(() => hook.answersTo(id)[before], `${method} of ${where} was answered`);
  if (method === "hook.hello") return expect(result).toBeTypeOf("object");
  if (method === "hook.approve_tool") return expect(result, where).toMatchObject({ approved: true });
  if (hasIdOnlyCalls(message)) return expect(result.action ?? "continue", where).toBe("continue");
  expect(["modify", "continue"], where).toContain(result.action);
  return expect(inEffect(message, result), where).toEqual(params);
}

const recordings = versions.map((version): [version: string, names: string[]] => [
  version,
  readdirSync(new URL(`${version}/`, folder)).filter((name) => name.endsWith(".jsonl")),
]);

test("has all recordings of PicoClaw", () => {
  expect(recordings.flatMap(([, names]) => names)).toHaveLength(49);
});

describe.each(recordings)("recordings of PicoClaw %s", (version, names) => {
  test.each(["thin", "full"])(
    `every call of ${version} comes back deep-equal from an echoing modify (%s)`,
    async (ECHO) => {
      const hook = spawnHook("echo.mjs", { env: { ECHO }, plumbing: "pipe" });
      const seen: HostMessage[] = [];
      for (const name of names) {
        for (const message of hostMessages(version, name)) {
          await replay(hook, message, `${version}/${name}`);
          seen.push(message);
        }
      }
      await hook.end();
      const calls = seen.filter(({ id }) => id !== undefined);
      expect(hook.answers).toHaveLength(calls.length);
      expect(hook.answers.filter(({ error }) => error)).toEqual([]);
      expect(eventsOn(hook).map(({ raw }) => raw)).toEqual(
        seen.filter(({ id }) => id === undefined).map(({ params }) => params),
      );
      expect(eventsOn(hook).map(({ kind }) => kind)).not.toContain("other");
    },
  );
});
