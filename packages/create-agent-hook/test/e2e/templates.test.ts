import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hook } from "@agent-hook/sdk";
import { checkHook, readTranscript, replay, type TranscriptEntry } from "@agent-hook/testing";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { hook as guard } from "../../../../templates/guard/src/hook.js";
import { hook as observer } from "../../../../templates/observer/src/hook.js";
import { hook as redact } from "../../../../templates/redact/src/hook.js";
import { hook as tools } from "../../../../templates/tools/src/hook.js";
import { hook as weather } from "../../../../templates/weather/src/hook.js";

const folder = (path: string) => fileURLToPath(new URL(`../../../../${path}/`, import.meta.url));
const TEMPLATES = readdirSync(folder("templates"));
const OWN_TOOLS: Readonly<Record<string, readonly string[]>> = {
  tools: ["days_between", "show_chart", "pause"],
  weather: ["get_weather"],
};

const home = mkdtempSync(join(tmpdir(), "templates-"));
const EVENTS = join(home, "events.jsonl");
const env = { HOME: home, OBSERVER_FILE: EVENTS };
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.each(TEMPLATES)("the template %s, built", (name) => {
  const main = join(folder(`templates/${name}`), "dist/main.js");

  test("has its name where the scaffolder inserts another", () => {
    const source = readFileSync(join(folder(`templates/${name}`), "src/hook.ts"), "utf8");
    const start = new RegExp(`\\nexport const hook = \\w+\\(\\s*\\{\\s*name: "${name}",`);
    expect(source.split(start)).toHaveLength(2);
  });

  test("is a program that describes itself with the version in its package.json", () => {
    expect(readFileSync(main, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
    const manifest = JSON.parse(execFileSync(process.execPath, [main, "--describe"], { encoding: "utf8" }));
    const { version } = JSON.parse(readFileSync(join(folder(`templates/${name}`), "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name, version, tools: (OWN_TOOLS[name] ?? []).map((tool) => ({ name: tool })) });
  });

  test("follows every rule of the conformance suite", async () => {
    // The test machine may be slow. Only the hook is judged.
    const options = { env, callOwnTools: true, timeoutMs: 20_000 };
    const { results, ok } = await checkHook([process.execPath, main], options);
    const notPassed = results.filter(({ verdict }) => verdict !== "passed").map(({ id, verdict }) => ({ id, verdict }));
    expect(notPassed).toEqual(name in OWN_TOOLS ? [] : [{ id: "own-tools/answered", verdict: "not applicable" }]);
    expect(ok).toBe(true);
  });
});

/** The events that the observer names, as PicoClaw sends them: a number up to v0.2.8, then a name. */
const OBSERVED_KINDS: readonly unknown[] = [
  ...[0, 1, 6, 8, 9, 14, 15, 18],
  ...["agent.turn.start", "agent.turn.end", "agent.context.compress", "agent.tool.exec_start", "agent.tool.exec_end"],
  ...["agent.subturn.spawn", "agent.subturn.end", "agent.error"],
];

describe("on all recordings of PicoClaw", () => {
  const recordings = readdirSync(folder("packages/sdk/src/hosts/picoclaw/fixtures")).flatMap((version) =>
    readdirSync(folder(`packages/sdk/src/hosts/picoclaw/fixtures/${version}`)).map(
      (file) => [version, file.replace(".jsonl", "")] as const,
    ),
  );
  beforeEach(() => rmSync(EVENTS, { force: true }));

  test.each(recordings)("weather answers its own tool and changes nothing else (%s, %s)", async (version, name) => {
    for (const { method, params, result } of await answers(weather, version, name)) {
      if (method === "hook.before_llm")
        expect(addedTools(params, result)).toEqual(expectedTools(version, ["get_weather"]));
      else if (params.tool === "get_weather") {
        expect(result).toMatchObject({ action: "respond", result: { for_llm: "Beijing: Sunny, 15 °C, humidity 45%" } });
      } else expect(result).toEqual(unchangedResult(method));
    }
  });

  test.each(recordings)("tools offers its tools and changes nothing else (%s, %s)", async (version, name) => {
    for (const { method, params, result } of await answers(tools, version, name)) {
      const names = ["days_between", "show_chart", "pause"];
      if (method === "hook.before_llm") expect(addedTools(params, result)).toEqual(expectedTools(version, names));
      else expect(result).toEqual(unchangedResult(method));
    }
  });

  test.each(recordings)("guard stops nothing that PicoClaw was recorded doing (%s, %s)", async (version, name) => {
    for (const { method, result } of await answers(guard, version, name))
      expect(result).toEqual(unchangedResult(method));
  });

  test.each(recordings)("redact changes nothing without a secret (%s, %s)", async (version, name) => {
    for (const { method, result } of await answers(redact, version, name))
      expect(result).toEqual(unchangedResult(method));
  });

  test.each(recordings)(
    "redact removes secrets, except from replies with tool calls (%s, %s)",
    async (version, name) => {
      const secret = "password=hunter2";
      const leaky = (text: string) => text.replaceAll(/"(content|for_llm|path|task)":"/g, `$&${secret} `);
      for (const { method, params, result } of await answers(redact, version, name, leaky)) {
        const idsOnly = Array.isArray((params.response as { tool_calls?: unknown } | undefined)?.tool_calls);
        const clean = idsOnly || !JSON.stringify(params).includes(secret);
        if (clean) expect(result).toEqual(unchangedResult(method));
        else if (method === "hook.approve_tool") expect(result).toMatchObject({ approved: false });
        else {
          expect(result.action).toBe("modify");
          // PicoClaw takes no change of a system message.
          const kept = (key: string, value: unknown) =>
            (value as { role?: string } | null)?.role === "system" ? key : value;
          expect(JSON.stringify(changed(method, result), kept)).not.toContain(secret);
        }
      }
    },
  );

  test.each(recordings)(
    "observer writes one line per event without the user's text (%s, %s)",
    async (version, name) => {
      for (const { method, result } of await answers(observer, version, name))
        expect(result).toEqual(unchangedResult(method));
      const events = recorded(version, name).filter(
        ({ from, message }) =>
          from === "host" && message?.id === undefined && OBSERVED_KINDS.includes(kindOf(message?.params)),
      );
      const lines = readFileSync(EVENTS, "utf8").trimEnd().split("\n");
      expect(lines).toHaveLength(events.length);
      expect(lines.map((line) => JSON.parse(line).kind)).toContain("prompt");
      for (const word of ["CALL", "say hi", "Beijing", "directory listing"]) expect(lines.join()).not.toContain(word);
    },
  );
});

type Fields = Record<string, unknown>;

function kindOf(params: unknown): unknown {
  const { Kind, kind = Kind } = Object(params) as Fields;
  return kind;
}

function recorded(version: string, name: string, rewrite = (text: string) => text): readonly TranscriptEntry[] {
  const text = readFileSync(
    join(folder(`packages/sdk/src/hosts/picoclaw/fixtures/${version}`), `${name}.jsonl`),
    "utf8",
  );
  return readTranscript(rewrite(text));
}

/** Returns the hook's answer to each call of a recording. */
async function answers(hook: Hook, version: string, name: string, rewrite?: (text: string) => string) {
  const transcript = recorded(version, name, rewrite);
  const report = await replay(transcript, hook, { version: wireVersion(version), env });
  const calls = report.answers.filter(({ method }) => method !== "hook.hello");
  expect(calls.length).toBeGreaterThan(0);
  return calls.map(({ method = "", recorded: answer, actual }) => {
    const call = transcript.find(({ from, message }) => from === "host" && message?.id === answer.message?.id);
    return { method, params: call?.message?.params as Fields, result: actual?.message?.result as Fields };
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
