import { POINTS } from "@agent-hook/sdk/internal/picoclaw";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { textOf } from "../src/hosts/claude-code/tool-results.js";
import { defineHook, defineTool, deny, type Hook, modify, reject, respond } from "../src/index.js";
import { hostFlag } from "../src/serve/hosts.js";
import { runInProcess } from "../src/serve/in-process.js";
import { COMMAND_HOSTS, recordings } from "./command-hosts/recordings.js";
import type { Fields } from "./spawn-hook.js";
import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool } from "./wire-calls.js";

/** The output to the host and to stderr. */
interface Output {
  readonly host: string;
  readonly stderr: string;
}

const handled = ["beforeLlm", "afterLlm", "beforeTool", "afterTool", "approveTool"] as const;

/** Ways to fail at any point. The call is not printed, but some put its secret into an error or a decision. */
const FAILURES: Readonly<Record<string, (call: never, secret: string) => unknown>> = {
  throws: () => {
    throw new Error("boom");
  },
  "tells it in an error": (_call, secret) => {
    throw new Error(`boom: ${secret}`);
  },
  "rejects a promise": () => Promise.reject(new TypeError("boom")),
  "hands back the call": (call) => call,
  "hands back a text of it": (_call, secret) => secret,
  "hands back a list": (_call, secret) => [secret],
  "gives a text for arguments": (_call, secret) => modify({ arguments: secret as never }),
  "gives a text for messages": (_call, secret) => modify({ messages: [{ role: "user", content: [secret] as never }] }),
  "gives an unknown field": (_call, secret) => modify({ contents: secret } as never),
  "gives a list for a result": (_call, secret) => modify({ result: { forLlm: [secret] as never } }),
  "answers for a tool that is not its own": (_call, secret) => respond(secret),
  "gives no text for a reason": (_call, secret) => deny([secret] as never),
  "gives no text for another": (_call, secret) => reject({ secret } as never),
};

function hookThat(fails: string, secret: string, onFailure: "continue" | "block"): Hook {
  const handlers = handled.map((point) => [point, (call: never) => FAILURES[fails]?.(call, secret)]);
  const tool = defineTool({
    name: "own_tool",
    description: "",
    input: z.object({ text: z.string().max(3), number: z.number(), kind: z.enum(["a", "b"]), url: z.url() }),
    run: () => FAILURES[fails]?.(undefined as never, secret) as string,
  });
  return defineHook({ name: "leaky", onFailure, tools: [tool], ...Object.fromEntries(handlers) });
}

async function outputOf(hook: Hook, host: string, text: string): Promise<Output> {
  const written: string[] = [];
  const stderr: string[] = [];
  const running = await runInProcess(hook, {
    host,
    env: { AGENT_HOOK_LOG_LEVEL: "debug" },
    write: (line) => written.push(line),
    writeError: (line) => stderr.push(line),
  });
  running.receive(text.split("\n"));
  const answer = await running.inputEnded();
  await running.end(0);
  return { host: written.join("") + (answer?.denial ?? ""), stderr: stderr.join("") };
}

/** Fields that must not change, so that the call remains valid. */
const STRUCTURE = new Set([
  ...[
    "hook_event_name",
    "hookName",
    "role",
    "type",
    "resultType",
    "method",
    "jsonrpc",
    "tool",
    "tool_name",
    "toolName",
  ],
  ...["name", "id", "mode", "status", "cell_type", "language", "edit_mode"],
]);

/** Replaces every other text with a secret. */
function planted(value: unknown, secret: string, key = ""): unknown {
  if (typeof value === "string") return STRUCTURE.has(key) ? value : secret;
  if (Array.isArray(value)) return value.map((item) => planted(item, secret, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, planted(inner, secret, name)]));
}

/** Gives one value a wrong type and cuts off the end, so that the payload cannot be read. */
function spoilt(payload: Fields, at: number, cut: number): string {
  const keys = Object.keys(payload);
  const key = keys[at % keys.length] ?? "";
  const wrong = typeof payload[key] === "string" ? [payload[key]] : JSON.stringify(payload[key]);
  const text = JSON.stringify(at % 3 === 0 ? payload : { ...payload, [key]: wrong });
  return cut === 0 ? text : text.slice(0, -cut);
}

const secrets = fc.stringMatching(/^S3CRET-[0-9a-f]{12}$/);
const shared = [
  secrets,
  fc.constantFrom(...Object.keys(FAILURES)),
  fc.constantFrom("continue" as const, "block" as const),
  fc.nat(60),
  fc.constantFrom(0, 0, 0, 1, 20),
] as const;

/** Keeps only the text that the model reads of a result that Claude Code accepts. The host's own parts remain (run). */
function asRead(written: string, { tool_name: tool }: Fields): string {
  const document = written.startsWith("{")
    ? (JSON.parse(written.split("\n")[0] ?? "") as { hookSpecificOutput?: Fields })
    : {};
  const { updatedToolOutput: output } = document.hookSpecificOutput ?? {};
  return output === undefined
    ? written
    : written.replace(JSON.stringify(output), JSON.stringify(textOf(String(tool), output)));
}

function expectNone(secret: string, fails: string, { host, stderr }: Output): void {
  expect(host).not.toContain(secret);
  if (fails !== "tells it in an error") expect(stderr).not.toContain(secret);
}

describe("no denial, error or log line contains data from the host", () => {
  it.each(COMMAND_HOSTS)("if a hook under %s fails, or cannot read the payload", (host) => {
    const recorded = recordings.filter((one) => one.host === host);
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...recorded),
        ...shared,
        async ({ event, payload }, secret, fails, policy, at, cut) => {
          const text = spoilt(planted(payload, secret) as Fields, at, cut);
          const named = hostFlag(host, event);
          const written = await outputOf(hookThat(fails, secret, policy), named, text);
          expectNone(secret, fails, { ...written, host: asRead(written.host, payload) });
        },
      ),
    );
  });

  it("if a hook under PicoClaw fails, or cannot read the call", () => {
    const calls = [
      [POINTS.beforeLlm.method, beforeLlm()],
      [POINTS.afterLlm.method, afterLlm()],
      [POINTS.beforeTool.method, beforeTool("exec", { command: "x" })],
      [POINTS.afterTool.method, afterTool("exec", "x")],
      [POINTS.approveTool.method, approveTool("exec", { command: "x" })],
    ] as const;
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        ...shared,
        async ([method, params], secret, fails, policy, at, cut) => {
          const spoiltParams = spoilt(planted(params, secret) as Fields, at, 0);
          const line = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${spoiltParams}}`;
          const written = await outputOf(
            hookThat(fails, secret, policy),
            "picoclaw",
            cut === 0 ? line : line.slice(0, -cut),
          );
          // The passed-on content is the host's own. Check only our own texts.
          const { result, error } = written.host === "" ? ({} as Fields) : (JSON.parse(written.host.trim()) as Fields);
          const { action, request: _its } = (result ?? {}) as Fields;
          const words = action === "modify" ? "" : JSON.stringify([result, error]);
          expectNone(secret, fails, { host: words, stderr: written.stderr });
        },
      ),
    );
  });

  it("if an own tool fails, or its arguments are invalid", () =>
    fc.assert(
      fc.asyncProperty(
        secrets,
        fc.constantFrom(...Object.keys(FAILURES)),
        fc.boolean(),
        async (secret, fails, fits) => {
          const args = fits
            ? { text: "x", number: 1, kind: "a", url: "http://x" }
            : planted({ text: "x", number: "x", kind: "x", url: "x" }, secret);
          const {
            beforeTool: _none,
            approveTool: _neither,
            ...hook
          } = hookThat(fails, secret, "block") as unknown as Fields;
          const line = JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: POINTS.beforeTool.method,
            params: beforeTool("own_tool", args as Fields),
          });
          const written = await outputOf(hook as unknown as Hook, "picoclaw", line);
          expect(written.host).toContain('"action":"respond"');
          // A text that a tool returns is its answer.
          if (!(fits && fails.startsWith("hands back a text"))) expectNone(secret, fails, written);
        },
      ),
    ));
});
