import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hook } from "@agent-hook/sdk";
import { readTranscript, replay, type TranscriptEntry } from "@agent-hook/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { hook as guard } from "../../../templates/guard/src/hook.js";
import { hook as observer } from "../../../templates/observer/src/hook.js";
import { hook as redact } from "../../../templates/redact/src/hook.js";
import { hook as tools } from "../../../templates/tools/src/hook.js";
import { hook as weather } from "../../../templates/weather/src/hook.js";

const home = mkdtempSync(join(tmpdir(), "templates-"));
const EVENTS = join(home, "events.jsonl");
const env = { HOME: home, OBSERVER_FILE: EVENTS };
afterAll(() => rmSync(home, { recursive: true, force: true }));

const FIXTURES = new URL("../../../packages/sdk/src/hosts/picoclaw/fixtures/", import.meta.url);

/** A call of a recording, and the hook's answer. */
interface Answer {
  /** The version and the name of the recording. */
  readonly of: string;
  readonly version: string;
  readonly method: string;
  readonly params: Fields;
  readonly result: Fields;
}

/** The events that the observer names, as PicoClaw sends them: a number up to v0.2.8, then a name. */
const OBSERVED_KINDS: readonly unknown[] = [
  ...[0, 1, 6, 8, 9, 14, 15, 18],
  ...["agent.turn.start", "agent.turn.end", "agent.context.compress", "agent.tool.exec_start", "agent.tool.exec_end"],
  ...["agent.subturn.spawn", "agent.subturn.end", "agent.error"],
];

describe("on all recordings of PicoClaw", () => {
  const recordings = readdirSync(FIXTURES).flatMap((version) =>
    readdirSync(new URL(`${version}/`, FIXTURES)).map((file) => [version, file.replace(".jsonl", "")] as const),
  );
  const answersOfAll = async (hook: Hook, rewrite?: (text: string) => string) => {
    const all = await Promise.all(recordings.map(([version, name]) => answers(hook, version, name, rewrite)));
    return all.flat();
  };
  beforeEach(() => rmSync(EVENTS, { force: true }));

  test("weather answers its own tool and changes nothing else", async () => {
    for (const { of, version, method, params, result } of await answersOfAll(weather)) {
      if (method === "hook.before_llm")
        expect(addedTools(params, result), of).toEqual(expectedTools(version, ["get_weather"]));
      else if (params.tool === "get_weather") {
        const answer = { action: "respond", result: { for_llm: "Beijing: Sunny, 15 °C, humidity 45%" } };
        expect(result, of).toMatchObject(answer);
      } else expect(result, of).toEqual(unchangedResult(method));
    }
  });

  test("tools offers its tools and changes nothing else", async () => {
    const names = ["days_between", "show_chart", "pause"];
    for (const { of, version, method, params, result } of await answersOfAll(tools)) {
      if (method === "hook.before_llm") expect(addedTools(params, result), of).toEqual(expectedTools(version, names));
      else expect(result, of).toEqual(unchangedResult(method));
    }
  });

  test.each([
    ["guard", guard],
    ["redact", redact],
  ])("%s stops and changes nothing that is harmless", async (_name, hook) => {
    for (const { of, method, result } of await answersOfAll(hook)) {
      expect(result, of).toEqual(unchangedResult(method));
    }
  });

  test("redact removes secrets, except from replies with tool calls", async () => {
    const secret = "password=hunter2";
    const leaky = (text: string) => text.replaceAll(/"(content|for_llm|path|task)":"/g, `$&${secret} `);
    for (const { of, method, params, result } of await answersOfAll(redact, leaky)) {
      const idsOnly = Array.isArray((params.response as { tool_calls?: unknown } | undefined)?.tool_calls);
      const clean = idsOnly || !JSON.stringify(params).includes(secret);
      if (clean) expect(result, of).toEqual(unchangedResult(method));
      else if (method === "hook.approve_tool") expect(result, of).toMatchObject({ approved: false });
      else {
        expect(result.action, of).toBe("modify");
        // PicoClaw takes no change of a system message.
        const kept = (key: string, value: unknown) =>
          (value as { role?: string } | null)?.role === "system" ? key : value;
        expect(JSON.stringify(changed(method, result), kept), of).not.toContain(secret);
      }
    }
  });

  test("observer writes one line per event without the user's text", async () => {
    for (const [version, name] of recordings) {
      rmSync(EVENTS, { force: true });
      for (const { of, method, result } of await answers(observer, version, name)) {
        expect(result, of).toEqual(unchangedResult(method));
      }
      const events = recorded(version, name).filter(
        ({ from, message }) =>
          from === "host" && message?.id === undefined && OBSERVED_KINDS.includes(kindOf(message?.params)),
      );
      const lines = readFileSync(EVENTS, "utf8").trimEnd().split("\n");
      expect(lines, `${version}/${name}`).toHaveLength(events.length);
      expect(lines.map((line) => JSON.parse(line).kind)).toContain("prompt");
      for (const word of ["CALL", "say hi", "Beijing", "directory listing"]) expect(lines.join()).not.toContain(word);
    }
  });
});

type Fields = Record<string, unknown>;

function kindOf(params: unknown): unknown {
  const { Kind, kind = Kind } = Object(params) as Fields;
  return kind;
}

function recorded(version: string, name: string, rewrite = (text: string) => text): readonly TranscriptEntry[] {
  return readTranscript(rewrite(readFileSync(new URL(`${version}/${name}.jsonl`, FIXTURES), "utf8")));
}

/** Returns the hook's answer to each call of a recording. */
async function answers(
  hook: Hook,
  version: string,
  name: string,
  rewrite?: (text: string) => string,
): Promise<Answer[]> {
  const transcript = recorded(version, name, rewrite);
  const report = await replay(transcript, hook, { version: wireVersion(version), env });
  const calls = report.answers.filter(({ method }) => method !== "hook.hello");
  expect(calls.length).toBeGreaterThan(0);
  return calls.map(({ method = "", recorded: answer, actual }) => {
    const call = transcript.find(({ from, message }) => from === "host" && message?.id === answer.message?.id);
    const of = `${version}/${name}: ${method}`;
    return { of, version, method, params: call?.message?.params as Fields, result: actual?.message?.result as Fields };
  });
}

/** The snapshot has no version. Its wire is that of v0.2.9. */
function wireVersion(version: string): string {
  return version.startsWith("v") ? version : "v0.2.9";
}

function unchangedResult(method: string): object {
  return method === "hook.approve_tool" ? { approved: true } : { action: "continue" };
}

/** v0.2.8 and later do not accept tools from hooks. */
function expectedTools(version: string, names: readonly string[]): readonly string[] {
  return ["v0.2.6", "v0.2.7"].includes(version) ? names : [];
}

function addedTools(params: Fields, result: Fields): string[] {
  const names = (request: unknown) =>
    ((request as Fields | undefined)?.tools as { function: { name: string } }[] | undefined)?.map(
      (tool) => tool.function.name,
    ) ?? [];
  return names(result.request).filter((name) => !names(params).includes(name));
}

/** Returns the values that the host continues with. */
function changed(method: string, result: Fields): unknown {
  const { call, request, response, result: outcome } = result as Record<string, Fields | undefined>;
  return {
    "hook.before_llm": request?.messages,
    "hook.before_tool": call?.arguments,
    "hook.after_llm": response?.response,
    "hook.after_tool": outcome?.result,
  }[method];
}
