import { claudeCodeResult } from "./claude-code-result.js";
import type { Payload } from "./effect.js";
import type { CommandHostName } from "./effect-of-answer.js";
import { claudeCodePayloads } from "./sample-payloads/claude-code.js";
import { codexPayloads } from "./sample-payloads/codex.js";
import { copilotPayloads } from "./sample-payloads/copilot.js";
import { geminiPayloads } from "./sample-payloads/gemini.js";

/** How a host calls its hooks. */
export interface HostFacts {
  /** The name for people. */
  readonly title: string;
  /** The version whose rules were recorded. */
  readonly version: string;
  readonly shell: readonly [program: string, ...args: string[]];
  /** How long it waits for stdout after the shell has ended, in milliseconds. Default: until the timeout. */
  readonly heldMs?: number;
  /** Recorded payloads, by event and a suffix that distinguishes them. */
  readonly payloads: Readonly<Record<string, Payload>>;
  readonly beforeTool: string;
  readonly afterTool: string;
  /** The names of a payload's fields. */
  readonly fields: { readonly event?: string; readonly tool: string; readonly input: string; readonly result: string };
  /** The field of a result that contains its text, or `undefined` if the result is the text. */
  readonly textField?: string;
  /** Returns a tool's text in the shape in which the host passes it on. */
  result(tool: string, text: string): unknown;
}

const SNAKE_CASE = { event: "hook_event_name", tool: "tool_name", input: "tool_input", result: "tool_response" };

export const HOST_FACTS: Readonly<Record<CommandHostName, HostFacts>> = {
  "claude-code": {
    title: "Claude Code",
    version: "2.1.330",
    shell: ["/bin/sh", "-c"],
    heldMs: 1000,
    payloads: claudeCodePayloads,
    beforeTool: "PreToolUse",
    afterTool: "PostToolUse",
    fields: SNAKE_CASE,
    textField: "stdout",
    result: claudeCodeResult,
  },
  codex: {
    title: "Codex",
    version: "0.169.0",
    shell: ["/bin/bash", "-c"],
    payloads: codexPayloads,
    beforeTool: "PreToolUse",
    afterTool: "PostToolUse",
    fields: SNAKE_CASE,
    result: (_, text) => text,
  },
  gemini: {
    title: "Gemini CLI",
    version: "0.61.0",
    shell: ["bash", "-c"],
    payloads: geminiPayloads,
    beforeTool: "BeforeTool",
    afterTool: "AfterTool",
    fields: SNAKE_CASE,
    textField: "llmContent",
    result: (_, text) => ({ llmContent: text, returnDisplay: text }),
  },
  copilot: {
    title: "Copilot CLI",
    version: "1.0.102",
    shell: ["/bin/bash", "--norc", "--noprofile", "-c"],
    payloads: copilotPayloads,
    beforeTool: "preToolUse",
    afterTool: "postToolUse",
    fields: { tool: "toolName", input: "toolArgs", result: "toolResult" },
    textField: "textResultForLlm",
    result: (_, text) => ({ resultType: "success", textResultForLlm: text }),
  },
};

export const COMMAND_HOSTS = Object.keys(HOST_FACTS) as readonly CommandHostName[];
