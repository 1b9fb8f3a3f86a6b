import { isDeepStrictEqual } from "node:util";
import type { Raw } from "../../codec/fields.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, LlmReplyPatch, LlmRequestPatch } from "../../hook/decisions.js";
import type { Message } from "../../hook/message.js";
import { supportOf } from "./capabilities.js";
import { message } from "./messages.js";

/** Returns why this version of PicoClaw does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(
  point: P,
  call: Calls[P],
  decision: Decisions[P],
  version: string | undefined,
): string | undefined {
  if (decision.action === "addContext") {
    return "PicoClaw adds no context to a result: append the text to the result with modify";
  }
  if (decision.action !== "modify") return undefined;
  if (point === "beforeLlm")
    return requestUnsupported(call as Calls["beforeLlm"], decision.patch as LlmRequestPatch, version);
  if (point === "afterLlm") return replyUnsupported(call as Calls["afterLlm"], decision.patch as LlmReplyPatch);
  return undefined;
}

function requestUnsupported(
  call: Calls["beforeLlm"],
  patch: LlmRequestPatch,
  version: string | undefined,
): string | undefined {
  // If the version is unknown, tools are tried: an old host accepts them, a new one only logs a warning.
  if (patch.tools !== undefined && version !== undefined && supportOf("beforeLlm", "modify.tools", version) === "no") {
    return `picoclaw ${version} ignores tool definitions from hooks and accepts them only from MCP servers`;
  }
  if (patch.messages?.length === 0) {
    return "messages is empty: picoclaw v0.2.6 and v0.2.7 crash on a request without messages, and no model accepts one";
  }
  if (patch.messages === undefined || supportOf("beforeLlm", "modify.messages", version) === "yes") return undefined;
  if (isDeepStrictEqual(systemMessages(call.raw.messages), systemMessages(patch.messages.map(encoded))))
    return undefined;
  return version === undefined
    ? "a system message was changed, added, removed or moved: picoclaw v0.2.8 and later would ignore every change of " +
        "messages; for an older version, set --host picoclaw@v0.2.7"
    : `a system message was changed, added, removed or moved: picoclaw ${version} would ignore every change of messages; ` +
        "only versions before v0.2.8 (--host picoclaw@v0.2.7) accept it";
}

/** Returns the system messages with their positions, as the host compares them. */
function systemMessages(messages: unknown): readonly (readonly [number, Raw])[] {
  return ((messages ?? []) as readonly Raw[]).flatMap((item, index) =>
    item.role === "system" ? [[index, item] as const] : [],
  );
}

function encoded(item: Message): Raw {
  return message.encode(item);
}

function replyUnsupported(call: Calls["afterLlm"], patch: LlmReplyPatch): string | undefined {
  if (patch.toolCalls !== undefined) return undefined;
  const bare = call.toolCalls.filter((requested) => !requested.name);
  if (bare.length === 0) return undefined;
  return (
    "this reply calls tools, and the host sent only their ids: any change would produce calls without a tool name; " +
    "pass complete calls, modify({ ..., toolCalls: [{ id, name, arguments }] }), or change nothing"
  );
}
