import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Effect, effectOfAnswer } from "../../../../testing/src/internal/command-hosts.js";
import type { Fields } from "../../../test/spawn-hook.js";
import recorded from "./payloads.json" with { type: "json" };

/** An answer and `seen`, which is what Gemini CLI's own hook code made of it. */
interface Row {
  readonly event: string;
  readonly stdout: string;
  readonly stderr?: string;
  readonly exit?: number;
  readonly seen: Seen;
}

interface Seen {
  readonly status?: "continue" | "error";
  readonly errorType?: string;
  readonly hookDecision?: "ask";
  readonly modifiedArgs?: unknown;
  readonly llmContent?: string;
  readonly error?: { readonly type: string };
  readonly tail?: { readonly name?: unknown };
  readonly stops?: true;
  readonly blocks?: true;
  readonly stopped?: true;
  readonly blocked?: boolean;
  readonly context?: string;
  readonly reply?: string;
  /** The messages of the request, which was "hi". */
  readonly messages?: readonly string[];
  /** The texts of the reply, which was "hello". */
  readonly text?: readonly (readonly unknown[])[];
  readonly config?: { readonly mode: string; readonly allowedFunctionNames: readonly unknown[] };
}

const rows = readFileSync(new URL(`./fixtures/${recorded.version}/answers.jsonl`, import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const payloads: Readonly<Record<string, Fields>> = recorded.payloads;
const NO_TOOLS = { mode: "AUTO", allowedFunctionNames: [] };

describe("the rules of Gemini CLI match its own code for generated answers", () => {
  it.each([...new Set(rows.map(({ event }) => event))])("at %s", (event) => {
    for (const { seen, stdout, stderr = "", exit = 0 } of rows.filter((row) => row.event === event)) {
      const effect = effectOfAnswer("gemini", event, payloads[event] ?? {}, { stdout, stderr, exit });
      const answer = { stdout, stderr, exit };
      expect({ answer, does: ours(event, effect) }).toEqual({ answer, does: theirs(event, seen) });
    }
  });
});

function theirs(event: string, seen: Seen): unknown {
  switch (event) {
    case "BeforeTool":
      if (seen.status === "error") return ["does not run", seen.errorType === "stop_execution" ? "ends" : "continues"];
      return seen.hookDecision ? ["asks", "hangs", seen.modifiedArgs] : ["runs", "continues", seen.modifiedArgs];
    case "AfterTool":
      if (seen.error !== undefined) return seen.error.type === "stop_execution" ? ["ends"] : ["withheld"];
      return [
        "continues",
        /<hook_context>([\s\S]*)<\/hook_context>/.exec(seen.llmContent ?? "")?.[1],
        nextOf(seen.tail),
      ];
    case "AfterAgent":
      return seen.blocks && !seen.stops ? "continues" : "ends";
    case "BeforeAgent":
      return seen.stops || seen.blocks ? ["ends"] : ["continues", seen.context || undefined];
    case "BeforeModel":
      if (seen.stopped || seen.blocked) return ["ends", seen.reply];
      return ["continues", seen.messages ?? ["hi"]];
    case "AfterModel":
      return seen.stopped || seen.blocked ? ["ends"] : ["continues", seen.text?.flat().join("")];
    default:
      return seen.config ?? NO_TOOLS;
  }
}

function ours(event: string, effect: Effect): unknown {
  const { turn, tool, arguments: args, context, nextCall, reply, result } = effect;
  switch (event) {
    case "BeforeTool":
      return tool === "does not run" ? [tool, turn] : [tool, turn, args];
    case "AfterTool":
      if (turn === "ends") return ["ends"];
      return result === undefined ? ["continues", context?.[0], nextCall?.tool] : ["withheld"];
    case "AfterAgent":
      return turn;
    case "BeforeAgent":
      return turn === "ends" ? ["ends"] : ["continues", context?.[0]];
    case "BeforeModel":
      return turn === "ends" ? ["ends", reply] : ["continues", messagesOf(effect)];
    case "AfterModel":
      return turn === "ends" ? ["ends"] : ["continues", reply ?? "hello"];
    default:
      return (effect.request as { readonly toolConfig?: unknown } | undefined)?.toolConfig ?? NO_TOOLS;
  }
}

/** Ignores a call without a tool name. */
function nextOf(tail: Seen["tail"]): unknown {
  return typeof tail?.name === "string" ? tail.name : undefined;
}

function messagesOf({ request }: Effect): readonly string[] {
  const { messages } = Object(request) as { readonly messages?: unknown };
  if (!Array.isArray(messages) || messages.length === 0) return ["hi"];
  return messages.map((message) => String(Object(message).content));
}
