import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Hook } from "@agent-hook/sdk";
import { createTestHost, type TestHost } from "@agent-hook/testing";
import { onTestFinished, vi } from "vitest";

/** The tokens of a model call. */
interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What the host does when its agent wants to run a tool. */
interface Asked {
  readonly decision: string;
  readonly turn: string;
  readonly reason?: string;
}

/** An agent under a host that reports its model calls as the real one does. */
interface ReportingAgent {
  /** Ends a model call. `id` is the host's id of the call or the message. */
  modelCall(tokens: Tokens, model?: string, id?: string): Promise<void>;
  /** Starts a turn. `id` is its id, if the host has ids of turns. */
  prompt(id?: string): Promise<Asked>;
  tool(): Promise<Asked>;
  readonly host: TestHost;
}

type Start = (hook: Hook) => ReportingAgent;

const SESSION = "0c4f1a52-6d0e-4f0b-9d5e-000000000001";

/** Recorded payloads are of different sessions. */
const OF_SESSION = { session_id: SESSION };

/** The hosts that report tokens to one-shot hooks, each with how it does that. */
export const REPORTING_HOSTS: Readonly<Record<string, Start>> = {
  "claude-code": (hook) =>
    withFile(hook, "claude-code", `${SESSION}.jsonl`, ({ input, cached, output }, model, id) => ({
      type: "assistant",
      uuid: `${id} ${Math.random()}`,
      timestamp: new Date().toISOString(),
      sessionId: SESSION,
      message: {
        id,
        model,
        role: "assistant",
        content: [],
        usage: {
          input_tokens: input,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
          output_tokens: output,
        },
      },
    })),
  qwen: (hook) =>
    withFile(hook, "qwen", `${SESSION}.jsonl`, ({ input, cached, output }, model, id) => ({
      uuid: id,
      sessionId: SESSION,
      timestamp: new Date().toISOString(),
      type: "system",
      subtype: "ui_telemetry",
      systemPayload: {
        uiEvent: {
          "event.name": "qwen-code.api_response",
          model,
          input_token_count: input + cached,
          cached_content_token_count: cached,
          output_token_count: output,
          total_token_count: input + cached + output,
        },
      },
    })),
  copilot: (hook) =>
    withFile(hook, "copilot", `session-state/${SESSION}/events.jsonl`, ({ input, cached, output }, model, id) => ({
      type: "session.usage_record",
      id,
      timestamp: new Date().toISOString(),
      data: {
        usage: { model, inputTokens: input, cacheReadTokens: cached, cacheWriteTokens: 0, outputTokens: output },
      },
    })),
  codex: (hook) => {
    const host = createTestHost(hook, { host: "codex" });
    return {
      host,
      async modelCall({ input, cached, output }, model) {
        const token_usage = {
          input_tokens: input + cached,
          cached_input_tokens: cached,
          cache_write_input_tokens: 0,
          output_tokens: output,
        };
        const more = model === undefined ? {} : { model };
        await host.event("PostModelRequest", { ...OF_SESSION, turn_id: "1", token_usage, ...more });
      },
      prompt: () => host.event("UserPromptSubmit", { ...OF_SESSION, turn_id: "1" }),
      tool: () => host.event("PreToolUse", { ...OF_SESSION, turn_id: "1" }),
    };
  },
  gemini: (hook) => {
    const host = createTestHost(hook, { host: "gemini" });
    return {
      host,
      async modelCall({ input, cached, output }, model = "gemini-2.5-flash") {
        const usageMetadata = {
          promptTokenCount: input + cached,
          cachedContentTokenCount: cached,
          candidatesTokenCount: output,
        };
        const piece = (more: object) => ({
          ...OF_SESSION,
          llm_request: { model, messages: [{ role: "user", content: "hi" }] },
          llm_response: { candidates: [{ content: { role: "model", parts: ["hi"] }, ...more }], usageMetadata },
        });
        await host.event("AfterModel", piece({}));
        await host.event("AfterModel", piece({ finishReason: "STOP" }));
      },
      prompt: () => host.event("BeforeAgent", OF_SESSION),
      tool: () => host.event("BeforeTool", OF_SESSION),
    };
  },
  "docker-agent": (hook) => {
    const host = createTestHost(hook, { host: "docker-agent" });
    return {
      host,
      async modelCall({ input, cached, output }, model = "openai/fake") {
        const usage = {
          input_tokens: input,
          cached_input_tokens: cached,
          cached_write_tokens: 0,
          output_tokens: output,
        };
        await host.event("after_llm_call", { ...OF_SESSION, usage, model_id: model, cost: undefined });
      },
      prompt: () => host.event("user_prompt_submit", OF_SESSION),
      tool: () => host.event("pre_tool_use", OF_SESSION),
    };
  },
};

type Line = (tokens: Tokens, model: string, id: string) => object;

/** An agent whose host writes model calls to its session file. */
function withFile(hook: Hook, name: "claude-code" | "qwen" | "copilot", file: string, line: Line): ReportingAgent {
  const folder = mkdtempSync(join(tmpdir(), "session-"));
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  vi.stubEnv("COPILOT_HOME", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const host = createTestHost(hook, { host: name });
  const isCopilot = name === "copilot";
  const fields = isCopilot ? { sessionId: SESSION } : { ...OF_SESSION, transcript_path: path };
  let calls = 0;
  let turn = "1";
  return {
    host,
    async modelCall(tokens, model = "claude-opus-5", id = `call-${++calls}`) {
      appendFileSync(path, `{"type":"other"}\n${JSON.stringify(line(tokens, model, id))}\n`);
    },
    prompt(id = turn) {
      turn = id;
      return host.event(isCopilot ? "userPromptSubmitted" : "UserPromptSubmit", { ...fields, prompt_id: turn });
    },
    tool: () => host.event(isCopilot ? "preToolUse" : "PreToolUse", { ...fields, prompt_id: turn }),
  };
}
