import type { Hook } from "@agent-hook/sdk";
import { hosts } from "@agent-hook/sdk/hosts";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { openGuard } from "../engine/open-guard.js";
import type { ToolOptions } from "../engine/tool-kind.js";
import { modelCallOf } from "./model-call.js";
import { toolCallOf } from "./tool-call.js";

/**
 * Returns a middleware for `createAgent` of LangChain that asks a hook before and after each call of the model and of a
 * tool. Put it last, so that the hook sees what other middleware changed. The hook is opened once per process.
 *
 * A denied tool call does not run, and the model reads the reason. `ask` interrupts the run as
 * `humanInTheLoopMiddleware` does, and expects the same answer. A denied model call or reply rejects the run: the cause
 * of the error is a `HookDeniedError`. LangChain streams a reply while the model writes it, so `afterLlm` cannot hold
 * back what `streamMode: "messages"` has already sent.
 *
 * Rejects if the hook is invalid or cannot start. A run rejects if a guard can match no tool, or names one in another
 * spelling. Put the hook before middleware that leaves tools out.
 *
 * @example const agent = createAgent({ model, tools, middleware: [await hookMiddleware(hook)] });
 */
export async function hookMiddleware(hook: Hook, { toolKinds }: ToolOptions = {}): Promise<AgentMiddleware> {
  const guard = await openGuard(hook, hosts.langchain, toolKinds);
  return createMiddleware({
    name: `agent-hook:${guard.hook.name}`,
    wrapModelCall: modelCallOf(guard, toolKinds),
    wrapToolCall: toolCallOf(guard, toolKinds),
  }) as AgentMiddleware;
}
